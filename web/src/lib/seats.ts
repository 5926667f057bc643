// Colour and shape of each seat. Shapes make seats distinguishable without colours; the colours differ under every common kind of
// colour blindness and have enough contrast for white icons.

export interface SeatStyle {
  colour: string;
  dark: string;
  shape: string;
}

const polygon = (corners: number, turn: number, stretch = 1): string =>
  "M" +
  Array.from({ length: corners }, (_, k) => {
    const angle = (2 * Math.PI * k) / corners + turn;
    return `${(Math.sin(angle) * stretch).toFixed(3)},${(-Math.cos(angle) * stretch).toFixed(3)}`;
  }).join("L") +
  "Z";

/** Outlines around the origin, about one unit wide either way. */
const SHAPES = [
  "M0-1A1 1 0 1 1 0 1A1 1 0 1 1 0-1Z",
  "M-.7-.92H.7Q.92-.92.92-.7V.7Q.92.92.7.92H-.7Q-.92.92-.92.7V-.7Q-.92-.92-.7-.92Z",
  polygon(6, 0, 1.06),
  "M-.9-.86Q0-1.1.9-.86L.9.1Q.86.72 0 1.1Q-.86.72-.9.1Z",
  polygon(8, Math.PI / 8, 1.04),
  "M0-1.15L1.08 0L0 1.15L-1.08 0Z",
];
const COLOURS = ["#b3341f", "#1c5fa8", "#5d3a8c", "#00725c", "#8a5a00", "#3d3f46"];
const DARKS = ["#6f1a0e", "#0d3566", "#371f59", "#004437", "#543500", "#1d1e22"];

export const SHAPE_NAMES = ["circle", "square", "hexagon", "shield", "octagon", "diamond"] as const;

export function seatStyle(seat: number): SeatStyle {
  const k = ((seat % SHAPES.length) + SHAPES.length) % SHAPES.length;
  return { colour: COLOURS[k], dark: DARKS[k], shape: SHAPES[k] };
}
