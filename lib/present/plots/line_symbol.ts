/** A symbol that is a straight line through the middle of its mark, to so many pixels at each end. */
export function lineSymbol(x: number, y: number) {
  return {
    draw(path: { moveTo(x: number, y: number): void; lineTo(x: number, y: number): void }) {
      path.moveTo(-x, -y);
      path.lineTo(x, y);
    },
  };
}
