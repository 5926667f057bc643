// Rasterizes the SVG drawing of a board to a bitmap with a paper texture, so that the browser does not repaint it when a token moves.

import { seededRandom } from "./drawing";

/** The drawing as a JPEG; null if the browser cannot encode it. */
export async function rasterize(url: string, width: number, height: number): Promise<Blob | null> {
  const drawing = new Image(width, height);
  drawing.src = url;
  await drawing.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const paint = canvas.getContext("2d", { alpha: false })!;
  paint.drawImage(drawing, 0, 0, width, height);
  addPaperTexture(paint, width, height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.93));
}

/** Paper texture: soft stains and a fine grain. */
function addPaperTexture(paint: CanvasRenderingContext2D, width: number, height: number): void {
  const random = seededRandom(11);
  for (let k = 0; k < 70; k += 1) {
    const [x, y, r] = [random() * width, random() * height, width * (0.03 + random() * 0.1)];
    const blot = paint.createRadialGradient(x, y, 0, x, y, r);
    const tone = k % 3 === 0 ? "70 45 20" : "255 248 225";
    blot.addColorStop(0, `rgb(${tone} / ${0.05 + random() * 0.11})`);
    blot.addColorStop(0.8, `rgb(${tone} / 0.04)`);
    blot.addColorStop(1, `rgb(${tone} / 0)`);
    paint.fillStyle = blot;
    paint.fillRect(x - r, y - r, 2 * r, 2 * r);
  }
  const tile = new OffscreenCanvas(192, 192);
  const grain = tile.getContext("2d")!;
  const dots = grain.createImageData(192, 192);
  for (let k = 0; k < dots.data.length; k += 4) dots.data.set([64, 41, 20, random() * random() * 58], k);
  grain.putImageData(dots, 0, 0);
  paint.fillStyle = paint.createPattern(tile, "repeat")!;
  paint.fillRect(0, 0, width, height);
}
