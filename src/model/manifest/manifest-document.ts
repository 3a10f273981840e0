import type { SourceSpan } from '../source-span.ts';

/**
 * A document of a manifest file, with the place of each value. Pointers are JSON pointers into
 * `written`, `''` for the whole; an unknown one resolves to the nearest value above.
 */
export type ManifestDocument<T> = {
  readonly file: string;
  /** Place of the document in its file, from 0. */
  readonly documentIndex: number;
  readonly written: T;
  /** Returns whether the file has a value at a pointer, valid or not. */
  isWritten(pointer: string): boolean;
  /** Span of the value at a pointer. */
  spanOf(pointer: string): SourceSpan;
  /** Span of the key at a pointer (of a map entry). */
  keySpanOf(pointer: string): SourceSpan;
  /** The source text of a scalar, with quotes and placeholders; null for maps and lists. */
  sourceOf(pointer: string): string | null;
  /**
   * Returns whether the value at a pointer contained placeholders, so that the file has another
   * text.
   */
  isInterpolated(pointer: string): boolean;
  /** Parts that a condition of a blueprint leaves out; absent if there is none. */
  readonly unmet?: readonly UnmetPart[];
};

/** A part whose condition does not hold: its pointer, and the place of the condition. */
export type UnmetPart = { readonly pointer: string; readonly at: SourceSpan };
