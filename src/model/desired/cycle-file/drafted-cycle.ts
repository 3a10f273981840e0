import type { CycleFile } from './cycle-file.ts';

/** A text that is to be written, and where in the project. */
export type DraftedText = { readonly path: string; readonly text: string };

/** The cycle file of an export, or the reason why there is none. */
export type DraftedCycle =
  | {
      readonly kind: 'drafted';
      /** Relative to the project folder. */
      readonly path: string;
      readonly file: CycleFile;
      /** The parts, then the file itself, so that a reader who finds the file finds all of it. */
      readonly texts: readonly DraftedText[];
      /** Pointers of unexplained ids, which have no meaning in another account. */
      readonly unexplained: readonly string[];
    }
  /** `because` continues a sentence after the name of the cycle. */
  | { readonly kind: 'refused'; readonly because: string };
