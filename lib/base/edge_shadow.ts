/**
 * The background of a box that scrolls sideways: an edge behind which there is more has a shadow, and
 * covers that move with the content hide it at the ends.
 *
 * @param ground The colour of what the box stands on.
 */
export function edgeShadow(ground: string): string {
  const shadow = "rgb(128 128 128 / .35)";
  return `background:
    linear-gradient(${ground}, ${ground}) 0 0 / .7rem 100% no-repeat local,
    linear-gradient(${ground}, ${ground}) 100% 0 / .7rem 100% no-repeat local,
    linear-gradient(to right, ${shadow}, transparent) 0 0 / .7rem 100% no-repeat,
    linear-gradient(to left, ${shadow}, transparent) 100% 0 / .7rem 100% no-repeat;`;
}
