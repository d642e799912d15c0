/**
 * The stream of `jsr:@std/streams` that this project uses, under that name and with the same
 * semantics, so that nothing here needs the JSR registry.
 *
 * @module
 */
export * from "./text_line_stream.ts";
