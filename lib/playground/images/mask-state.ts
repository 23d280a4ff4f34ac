/** A mask as the list of its strokes: small, serializable as JSON, and undone by moving a position. */

/** A freehand stroke. It has its own size, so that a later change of the brush does not alter it. */
export type BrushStroke = {
  tool: "brush" | "eraser";
  /** Diameter in pixels of the input image. */
  size: number;
  /** Share of the radius that is fully painted, 0 to 1. */
  hardness: number;
  /** x, y, x, y … in pixels of the input image. */
  points: number[];
  /** Percentage of the size at each point, by the pen's pressure; absent: 100. */
  pressures?: number[];
};

/** Returns the brush's diameter at a point of the stroke, in pixels of the input image. */
export function pressedSize({ size, pressures }: BrushStroke, index: number): number {
  return pressures ? Math.max(1, (size * (pressures[index] ?? 100)) / 100) : size;
}

/** Two corners of a rectangle, the outline of a lasso, or the one point from which a fill spreads. */
export type ShapeStroke = { tool: "rectangle" | "lasso" | "fill"; erase: boolean; points: number[] };

export type UploadStroke = {
  tool: "upload";
  name: string;
  /** Channel of the file that was read as the mask. */
  readAs: "alpha" | "luminance";
  flipped: boolean;
  /** The plane before flipping, as `encodeRuns` writes it. */
  runs: string;
};

export type MaskStroke = BrushStroke | ShapeStroke | UploadStroke | { tool: "invert" | "clear" };

export type MaskState = {
  /** Pixels of the input image. */
  width: number;
  height: number;
  strokes: readonly MaskStroke[];
  /** Number of active strokes; the others were undone and can be redone. */
  position: number;
  /** Radius by which edges are softened on export, in pixels of the input image; 0 is hard. */
  feather: number;
};

export function createMask(width: number, height: number): MaskState {
  return { width, height, strokes: [], position: 0, feather: 0 };
}

/** Adds a stroke. Undone strokes can then no longer be redone. */
export function addStroke(state: MaskState, stroke: MaskStroke): MaskState {
  const strokes = [...state.strokes.slice(0, state.position), stroke];
  return { ...state, strokes, position: strokes.length };
}

export function undo(state: MaskState): MaskState {
  return canUndo(state) ? { ...state, position: state.position - 1 } : state;
}

export function redo(state: MaskState): MaskState {
  return canRedo(state) ? { ...state, position: state.position + 1 } : state;
}

export function canUndo(state: MaskState): boolean {
  return state.position > 0;
}

export function canRedo(state: MaskState): boolean {
  return state.position < state.strokes.length;
}

/** Returns the uploaded mask under the later strokes, if there is one. */
export function currentUpload({ strokes, position }: MaskState): UploadStroke | undefined {
  const lastStart = strokes.slice(0, position).findLast(({ tool }) => tool === "upload" || tool === "clear");
  return lastStart?.tool === "upload" ? lastStart : undefined;
}

/** Inverts an uploaded mask; strokes drawn on it stay. */
export function flipUpload(state: MaskState, upload: UploadStroke): MaskState {
  const flipped = { ...upload, flipped: !upload.flipped };
  return { ...state, strokes: state.strokes.map((stroke) => (stroke === upload ? flipped : stroke)) };
}
