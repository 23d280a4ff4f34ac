/** A mask as the list of what was done to it: small, serialisable as JSON, and undone by counting back. */

/** A freehand stroke. Its size is its own, so a later change of the brush alters nothing that is drawn. */
export type BrushStroke = {
  tool: "brush" | "eraser";
  /** Diameter in pixels of the source. */
  size: number;
  /** 0 to 1: which part of the radius is painted fully. */
  hardness: number;
  /** x, y, x, y … in pixels of the source. */
  points: number[];
  /** How much of the size the pen's pressure left at each point, in percent; absent where all of it counts. */
  pressures?: number[];
};

/** The brush's diameter at a point of the stroke, in pixels of the source. */
export function pressedSize({ size, pressures }: BrushStroke, index: number): number {
  return pressures ? Math.max(1, (size * (pressures[index] ?? 100)) / 100) : size;
}

/** Two corners of a rectangle, the outline of a lasso, or the one point from which a fill spreads. */
export type ShapeStroke = { tool: "rectangle" | "lasso" | "fill"; erase: boolean; points: number[] };

export type UploadStroke = {
  tool: "upload";
  name: string;
  /** Which property of the file was read as the mask. */
  readAs: "alpha" | "luminance";
  flipped: boolean;
  /** The plane before flipping, as `encodeRuns` writes it. */
  runs: string;
};

export type MaskStroke = BrushStroke | ShapeStroke | UploadStroke | { tool: "invert" | "clear" };

export type MaskState = {
  /** Pixels of the source image. */
  width: number;
  height: number;
  strokes: readonly MaskStroke[];
  /** How many of the strokes count; the others were undone and can be redone. */
  position: number;
  /** Radius in pixels of the source by which edges are softened on export; 0 is hard. */
  feather: number;
};

export function createMask(width: number, height: number): MaskState {
  return { width, height, strokes: [], position: 0, feather: 0 };
}

/** What was undone before can then no longer be redone. */
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

/** The uploaded mask that later strokes are drawn upon, if there is one. */
export function currentUpload({ strokes, position }: MaskState): UploadStroke | undefined {
  const lastStart = strokes.slice(0, position).findLast(({ tool }) => tool === "upload" || tool === "clear");
  return lastStart?.tool === "upload" ? lastStart : undefined;
}

/** Reads an uploaded mask the other way round; what was drawn upon it stays. */
export function flipUpload(state: MaskState, upload: UploadStroke): MaskState {
  const flipped = { ...upload, flipped: !upload.flipped };
  return { ...state, strokes: state.strokes.map((stroke) => (stroke === upload ? flipped : stroke)) };
}
