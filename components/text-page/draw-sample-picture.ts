const WIDTH = 640;
const HEIGHT = 420;

/** Draws a sun over hills: a sample image to describe. */
export async function drawSamplePicture(): Promise<File> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const pen = canvas.getContext("2d");
  if (pen) {
    const sky = pen.createLinearGradient(0, 0, 0, HEIGHT);
    sky.addColorStop(0, "#f7a072");
    sky.addColorStop(1, "#fde4b8");
    pen.fillStyle = sky;
    pen.fillRect(0, 0, WIDTH, HEIGHT);
    pen.fillStyle = "#fff3d6";
    pen.beginPath();
    pen.arc(WIDTH * 0.66, HEIGHT * 0.42, 56, 0, Math.PI * 2);
    pen.fill();
    drawHill(pen, { colour: "#7c6a9c", top: HEIGHT * 0.56, swing: 46, shift: 0 });
    drawHill(pen, { colour: "#4f4a7c", top: HEIGHT * 0.68, swing: 34, shift: 2 });
    drawHill(pen, { colour: "#2f2f56", top: HEIGHT * 0.82, swing: 22, shift: 4 });
  }
  return new File([await canvas.convertToBlob({ type: "image/png" })], "Hills at sunset.png", { type: "image/png" });
}

function drawHill(
  pen: OffscreenCanvasRenderingContext2D,
  { colour, top, swing, shift }: { colour: string; top: number; swing: number; shift: number },
): void {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.moveTo(0, HEIGHT);
  for (let x = 0; x <= WIDTH; x += 8) pen.lineTo(x, top + Math.sin(x / 110 + shift) * swing);
  pen.lineTo(WIDTH, HEIGHT);
  pen.fill();
}
