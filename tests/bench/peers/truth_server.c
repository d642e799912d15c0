/*
 * A server that knows the truth, faster than a script can be: it streams tokens at set times and logs,
 * for each request, when it had it and when it wrote the first token, the last one and the final event.
 *
 *   truth_server LOG PREFILL_US GAP_US EVENTS_PER_WRITE
 *
 * Prints its port and serves until SIGTERM; then writes LOG, a line "rid received first last final"
 * in nanoseconds for each request. The rid is the first token id of a /completion prompt, or stands in
 * a chat message as "rid=N".
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define CONNECTIONS 1024
#define IN_BYTES (512 * 1024)
#define OUT_BYTES (64 * 1024)

typedef struct {
  int fd; /* -1: not in use */
  int streaming, chat, keep;
  long rid, tokens, sent;
  int64_t received, first, last, final, due;
  char *in;
  size_t in_length, out_from, out_to;
  char out[OUT_BYTES];
} Connection;

typedef struct {
  long rid;
  int64_t received, first, last, final;
} Line;

static Connection *all;
static Line *lines;
static long line_count, line_room;
static int64_t prefill, gap;
static long per_write;
static volatile sig_atomic_t over;

static void stop(int signal) { (void)signal; over = 1; }

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void put_chunk(Connection *c, const char *text, int length) {
  int head = sprintf(c->out + c->out_to, "%x\r\n", length);
  memcpy(c->out + c->out_to + head, text, length);
  memcpy(c->out + c->out_to + head + length, "\r\n", 2);
  c->out_to += head + length + 2;
}

#define CHAT \
  "\"created\":1790000000,\"id\":\"chatcmpl-0123456789abcdef0123456789abcdef\"," \
  "\"model\":\"truth\",\"system_fingerprint\":\"truth\",\"object\":\"chat.completion.chunk\""

static void put_token(Connection *c) {
  char text[1024];
  int length = 0;
  c->sent++;
  if (!c->chat) {
    length = sprintf(text,
      "data: {\"index\":0,\"content\":\" tok\",\"tokens\":[304],\"stop\":false,\"id_slot\":-1,"
      "\"tokens_predicted\":%ld,\"tokens_evaluated\":2048}\n\n", c->sent);
  } else {
    if (c->sent == 1)
      length = sprintf(text, "data: {\"choices\":[{\"finish_reason\":null,\"index\":0,\"delta\":"
        "{\"role\":\"assistant\",\"content\":null}}]," CHAT "}\n\n");
    length += sprintf(text + length, "data: {\"choices\":[{\"finish_reason\":null,\"index\":0,"
      "\"delta\":{\"content\":\" tok\"}}]," CHAT "}\n\n");
  }
  put_chunk(c, text, length);
}

static void put_end(Connection *c) {
  char text[2048];
  int length;
  if (!c->chat) {
    length = sprintf(text,
      "data: {\"stop\":true,\"stop_type\":\"limit\",\"truncated\":false,\"id_slot\":0,"
      "\"tokens_predicted\":%ld,\"tokens_evaluated\":2048,\"tokens_cached\":0,"
      "\"timings\":{\"cache_n\":0,\"prompt_n\":2048,\"predicted_n\":%ld}}\n\n", c->sent, c->sent);
    put_chunk(c, text, length);
  } else {
    length = sprintf(text, "data: {\"choices\":[{\"finish_reason\":\"length\",\"index\":0,"
      "\"delta\":{}}]," CHAT "}\n\ndata: {\"choices\":[]," CHAT ",\"usage\":{\"completion_tokens\":"
      "%ld,\"prompt_tokens\":2048,\"total_tokens\":%ld}}\n\n", c->sent, 2048 + c->sent);
    put_chunk(c, text, length);
    put_chunk(c, "data: [DONE]\n\n", 14);
  }
  memcpy(c->out + c->out_to, "0\r\n\r\n", 5);
  c->out_to += 5;
}

static void drop(Connection *c) {
  close(c->fd);
  c->fd = -1;
  c->streaming = 0;
}

/* Whether all that waits is written. */
static int flush(Connection *c) {
  while (c->out_from < c->out_to) {
    ssize_t wrote = write(c->fd, c->out + c->out_from, c->out_to - c->out_from);
    if (wrote < 0) {
      if (errno == EAGAIN) return 0;
      drop(c);
      return 0;
    }
    c->out_from += wrote;
  }
  c->out_from = c->out_to = 0;
  return 1;
}

static void ended(Connection *c) {
  if (line_count == line_room) lines = realloc(lines, (line_room = line_room * 2 + 1024) * sizeof *lines);
  lines[line_count++] = (Line){c->rid, c->received, c->first, c->last, c->final};
  c->streaming = 0;
  if (!c->keep) drop(c);
}

/* Writes what is due; the time stamps are taken just before the write. */
static void step(Connection *c, int64_t at) {
  if (c->out_to && !flush(c)) return;
  while (c->fd >= 0 && c->streaming && c->due <= at) {
    if (c->sent == c->tokens) {
      put_end(c);
      c->final = now();
      if (!flush(c)) { c->due = INT64_MAX; if (c->fd >= 0) c->streaming = 2; return; }
      ended(c);
      return;
    }
    for (long i = 0; i < per_write && c->sent < c->tokens; i++) put_token(c);
    int64_t stamp = now();
    if (!c->first) c->first = stamp;
    c->last = stamp;
    /* from the write, not from the plan: late or not, writes are at least a gap apart */
    c->due = c->sent == c->tokens ? 0 : stamp + gap * per_write;
    if (!flush(c)) return;
    if (!gap) return; /* the others are due as well */
  }
}

static long number_behind(const char *text, const char *name, long other) {
  const char *at = strstr(text, name);
  return at ? atol(at + strlen(name)) : other;
}

static void take(Connection *c) {
  for (;;) {
    char *end = memmem(c->in, c->in_length, "\r\n\r\n", 4);
    if (!end) return;
    size_t head = end - c->in + 4;
    char *field = memmem(c->in, head, "ontent-Length:", 14);
    if (!field) field = memmem(c->in, head, "ontent-length:", 14);
    size_t body = field ? (size_t)atol(field + 14) : 0;
    if (c->in_length < head + body) return;
    c->received = now();
    char kept = c->in[head + body];
    c->in[head + body] = 0;
    c->keep = !memmem(c->in, head, "onnection: close", 16);
    c->chat = memmem(c->in, head, "chat", 4) != NULL;
    const char *text = c->in + head;
    c->rid = c->chat ? number_behind(text, "rid=", 0) : number_behind(text, "\"prompt\":[", 0);
    c->tokens = number_behind(text, "\"n_predict\":", number_behind(text, "\"max_tokens\":",
      number_behind(text, "\"max_completion_tokens\":", 256)));
    c->in[head + body] = kept;
    c->in_length -= head + body;
    memmove(c->in, c->in + head + body, c->in_length);
    c->sent = 0;
    c->first = c->last = c->final = 0;
    c->due = c->received + prefill;
    c->streaming = 1;
    c->out_from = 0;
    c->out_to = sprintf(c->out, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
      "Transfer-Encoding: chunked\r\n%s\r\n", c->keep ? "" : "Connection: close\r\n");
    flush(c);
  }
}

int main(int count, char **words) {
  if (count != 5) return 2;
  prefill = atoll(words[2]) * 1000;
  gap = atoll(words[3]) * 1000;
  per_write = atol(words[4]);
  signal(SIGTERM, stop);
  signal(SIGPIPE, SIG_IGN);
  all = calloc(CONNECTIONS, sizeof *all);
  for (int i = 0; i < CONNECTIONS; i++) all[i].fd = -1;

  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), one = 1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 1024)) return 1;
  getsockname(listener, (struct sockaddr *)&address, &size);
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  int poll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
  epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event);

  while (!over) {
    int64_t next = INT64_MAX, at = now();
    for (int i = 0; i < CONNECTIONS; i++)
      if (all[i].fd >= 0 && all[i].streaming == 1 && !all[i].out_to && all[i].due < next) next = all[i].due;
    int64_t wait = next == INT64_MAX ? 100000000 : next > at ? next - at : 0;
    struct timespec pause = {wait / 1000000000, wait % 1000000000};
    struct epoll_event found[256];
    int ready = epoll_pwait2(poll, found, 256, &pause, NULL);
    for (int i = 0; i < ready; i++) {
      Connection *c = found[i].data.ptr;
      if (!c) {
        int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
        if (fd < 0) continue;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        for (c = all; c < all + CONNECTIONS && c->fd >= 0; c++);
        if (c == all + CONNECTIONS) { close(fd); continue; }
        c->fd = fd;
        if (!c->in) c->in = malloc(IN_BYTES + 1);
        c->in_length = c->out_from = c->out_to = c->streaming = 0;
        event = (struct epoll_event){.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = c};
        epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event);
        continue;
      }
      if (c->fd < 0) continue;
      for (;;) {
        ssize_t got = read(c->fd, c->in + c->in_length, IN_BYTES - c->in_length);
        if (got > 0) { c->in_length += got; take(c); if (c->fd < 0) break; continue; }
        if (got == 0 || errno != EAGAIN) drop(c);
        break;
      }
      if (c->fd >= 0 && c->streaming == 2 && flush(c)) ended(c);
      else if (c->fd >= 0 && c->out_to) flush(c);
    }
    at = now();
    for (int i = 0; i < CONNECTIONS; i++)
      if (all[i].fd >= 0 && all[i].streaming == 1 && all[i].due <= at) step(&all[i], at);
  }
  FILE *log = fopen(words[1], "w");
  for (long i = 0; i < line_count; i++)
    fprintf(log, "%ld %ld %ld %ld %ld\n", lines[i].rid, (long)lines[i].received, (long)lines[i].first,
      (long)lines[i].last, (long)lines[i].final);
  fclose(log);
  return 0;
}
