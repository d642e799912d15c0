import type { Notebook, Output } from "../../lib/notebook/ipynb.ts";

/**
 * Content that tries to run script, to load something, to send something, or to cover the page.
 * Each sets `window.pwned`, shows a dialog or asks `http://127.0.0.1:9/` for something when it wins.
 */
export const hostileHtml = [
  `<script>window.pwned=1</script>`,
  `<img src=x onerror="window.pwned=2">`,
  `<img src="http://127.0.0.1:9/a.png" srcset="http://127.0.0.1:9/b.png 2x">`,
  `<svg onload="window.pwned=3"><script>window.pwned=4</script><circle r="3"/></svg>`,
  `<svg><style>@import url(http://127.0.0.1:9/c.css); * { fill: url(http://127.0.0.1:9/d) }</style></svg>`,
  `<svg><use href="http://127.0.0.1:9/e.svg#x"/><image href="http://127.0.0.1:9/f.png"/></svg>`,
  `<svg><a xlink:href="javascript:window.pwned=5"><text y="9">click</text></a></svg>`,
  `<svg><animate attributeName="href" values="javascript:window.pwned=6"/></svg>`,
  `<svg><foreignObject><iframe srcdoc="<script>parent.pwned=7</script>"></iframe></foreignObject></svg>`,
  `<svg></p><style><a id="</style><img src=1 onerror=window.pwned=8>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.pwned=9&gt;">`,
  `<a href="javascript:window.pwned=10">click</a>`,
  `<a href=" &#106;avascript:window.pwned=11">click</a>`,
  `<a href="java\nscript:window.pwned=12">click</a>`,
  `<a href="data:text/html,<script>window.pwned=13</script>">click</a>`,
  `<a href="vbscript:x" ping="http://127.0.0.1:9/g" target="_top">click</a>`,
  `<iframe src="javascript:parent.pwned=14"></iframe>`,
  `<iframe srcdoc="<script>parent.pwned=15</script>"></iframe>`,
  `<object data="data:text/html,<script>window.pwned=16</script>"></object>`,
  `<embed src="javascript:window.pwned=17">`,
  `<form action="http://127.0.0.1:9/h"><input autofocus onfocus="window.pwned=18" name="body"><button>go</button></form>`,
  `<details open ontoggle="window.pwned=19"><summary>x</summary>y</details>`,
  `<video src="http://127.0.0.1:9/i.mp4" onerror="window.pwned=20" autoplay></video>`,
  `<audio src="http://127.0.0.1:9/j.mp3" autoplay></audio>`,
  `<meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/k"><base href="http://127.0.0.1:9/">`,
  `<link rel="stylesheet" href="http://127.0.0.1:9/l.css">`,
  `<style>body { display: none } @import "http://127.0.0.1:9/m.css";</style>`,
  `<div style="position:fixed;inset:0;background:url(http://127.0.0.1:9/n);z-index:9">over</div>`,
  `<div style="background-image:\\75rl(http://127.0.0.1:9/o)">escape</div>`,
  `<table background="http://127.0.0.1:9/p"><tr><td background="http://127.0.0.1:9/q">x</td></tr></table>`,
  `<template><script>window.pwned=21</script></template><noscript><img src=x onerror=window.pwned=22></noscript>`,
  `<noscript><p title="</noscript><img src=x onerror=window.pwned=23>"></noscript>`,
  `<marquee onstart="window.pwned=24">x</marquee>`,
  `<div class="skip contents page" id="page-main" role="dialog" aria-modal="true" tabindex="5">x</div>`,
  `<p id="cookie"></p><a id="getElementById" name="getElementById">x</a>`,
  `<img alt="&quot; onerror=&quot;window.pwned=25" src="data:image/png;base64,AA&quot; onerror=&quot;window.pwned=26">`,
  `<img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' onload='window.pwned=27'%3E%3Cscript%3Ewindow.pwned=28%3C/script%3E%3C/svg%3E">`,
  `<img src="data:text/html;base64,PHNjcmlwdD53aW5kb3cucHduZWQ9Mjk8L3NjcmlwdD4=">`,
  `</div></main></body><script>window.pwned=30</script>`,
  `<!--><script>window.pwned=31</script>-->`,
  `<textarea></textarea><script>window.pwned=32</script>`,
  `<title></title><script>window.pwned=33</script>`,
  `<x-thing onclick="window.pwned=34" is="x">custom</x-thing>`,
  `<button popovertarget="a">x</button><div popover id="a" onbeforetoggle="window.pwned=35">y</div>`,
  `<select><option><script>window.pwned=36</script></option></select>`,
  `<a href="https://example.org/" onclick="window.pwned=37" style="position:absolute;top:0">link</a>`,
];

/** Markdown that tries the same. */
export const hostileMarkdown = [
  `[click](javascript:window.pwned=50)`,
  `[click](<java\tscript:window.pwned=51>)`,
  `![x](javascript:window.pwned=52)`,
  `![x](http://127.0.0.1:9/r.png)`,
  `![x](../../../etc/passwd)`,
  `![x](/etc/passwd.png)`,
  `[x]: javascript:window.pwned=53\n\n[x]`,
  `<javascript:window.pwned=54>`,
  "```html\n<script>window.pwned=55</script>\n```",
  '```"><script>window.pwned=56</script>\ncode\n```',
  `# Heading <img src=x onerror=window.pwned=57>`,
  `## <script>window.pwned=58</script> heading " onmouseover="x`,
  `| a |\n| --- |\n| <img src=x onerror=window.pwned=59> |`,
];

const hostileOutputs: Output[] = [
  ...hostileHtml.map((html): Output => ({
    output_type: "display_data",
    data: { "text/html": html, "text/plain": "text" },
    metadata: {},
  })),
  ...hostileMarkdown.map((markdown): Output => ({
    output_type: "display_data",
    data: { "text/markdown": markdown },
    metadata: {},
  })),
  {
    output_type: "display_data",
    data: {
      "image/svg+xml":
        `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "http://127.0.0.1:9/s">]>` +
        `<svg xmlns="http://www.w3.org/2000/svg" onload="window.pwned=70">` +
        `<script href="http://127.0.0.1:9/t.js"/><script>window.pwned=71</script>` +
        `<circle r="9" onclick="window.pwned=72" fill="url(http://127.0.0.1:9/u#a)"/></svg>`,
    },
    metadata: { "image/svg+xml": { alt: `"><script>window.pwned=73</script>` } },
  },
  {
    output_type: "display_data",
    data: { "image/png": `AAAA"><script>window.pwned=74</script>` },
    metadata: {},
  },
  { output_type: "display_data", data: { 'image/x"><script>': "AAAA" }, metadata: {} },
  { output_type: "display_data", data: { "application/javascript": "pwned=75" }, metadata: {} },
  {
    output_type: "stream",
    name: `"><script>window.pwned=76</script>`,
    text: "<script>pwned=77</script>",
  },
  {
    output_type: "error",
    ename: "<script>window.pwned=78</script>",
    evalue: "x",
    traceback: ["\u001b[31m<script>window.pwned=79</script>\u001b[0m"],
  },
  {
    output_type: "execute_result",
    execution_count: 1,
    data: { "application/json": { "<script>": "</pre><script>window.pwned=80</script>" } },
    metadata: {},
  },
];

/** A notebook of which every part is hostile. */
export function hostileNotebook(): Notebook {
  return {
    metadata: {
      title: `</title><script>window.pwned=90</script>`,
      language: `en"><script>window.pwned=91</script>`,
    },
    cells: [
      { cell_type: "markdown", id: "heading", metadata: {}, source: "# A title" },
      ...[...hostileMarkdown, ...hostileHtml].map((source, at) => ({
        cell_type: "markdown" as const,
        id: `text-${at}`,
        metadata: {},
        source,
        attachments: { "x.svg": { "image/svg+xml": "<svg onload='window.pwned=92'/>" } },
      })),
      {
        cell_type: "code",
        id: "code",
        metadata: { tags: [`"><script>window.pwned=93</script>`, "hide-input"] },
        execution_count: 1,
        source:
          `"</code></pre><script>window.pwned=94</script>" /* <script>window.pwned=95</script> */`,
        outputs: hostileOutputs,
      },
      { cell_type: "raw", id: "raw", metadata: {}, source: "<script>window.pwned=96</script>" },
    ],
  };
}
