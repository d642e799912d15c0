/** Elements that text, tables and pictures need; nothing that acts, loads or lies over the page. */
export const allowedElements = [
  ..."h1 h2 h3 h4 h5 h6 p br wbr hr div span blockquote pre code kbd samp var".split(" "),
  ..."em strong b i u s del ins mark small sub sup abbr cite q dfn time ul ol li dl dt dd a img"
    .split(" "),
  ..."table caption colgroup col thead tbody tfoot tr th td figure figcaption".split(" "),
  ..."details summary".split(" "),
];

/** Attributes that are content; those for style and class are filtered by the functions below. */
export const allowedAttributes =
  "href src alt title lang dir id class style width height colspan rowspan scope start reversed datetime open"
    .split(" ");

/** Classes that the page's style sheet knows and that untrusted content may carry. */
const allowedClass = /^(corebook-(table|figure)|scroll|number|note|provenance|t-[a-z]+)$/;

/** The classes that may stay. */
export function allowedClasses(value: string): string {
  return value.split(/\s+/).filter((name) => allowedClass.test(name)).join(" ");
}

const allowedProperty =
  /^(text-align|vertical-align|font-weight|font-style|font-variant-numeric|white-space|text-decoration|width|max-width|list-style-type)$/;

/**
 * The declarations that may stay: alignment, weight and the like. Positions could cover the page,
 * addresses could load, and colours could be unreadable in light or dark.
 */
export function allowedStyle(value: string): string {
  return value.split(";").map((declaration) => {
    const [property, ...rest] = declaration.split(":");
    const text = rest.join(":").trim().toLowerCase();
    const name = property.trim().toLowerCase();
    return allowedProperty.test(name) && /^[a-z0-9 .%-]+$/.test(text) ? `${name}: ${text}` : "";
  }).filter(Boolean).join("; ");
}

/** Whether style text could load something: any address but a `#fragment`, imports, and escapes. */
export function loadsSomething(css: string): boolean {
  return /@import|\\|image-set|url\(\s*(?!\s*["']?\s*#)/i.test(css);
}
