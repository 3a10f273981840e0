import type { CycleFile } from './cycle-file.ts';

/** A text that is to be written, and where in the project. */
export type DraftedText = { readonly path: string; readonly text: string };

/** The file of a cycle that an export is about to write, or why there is none. */
export type DraftedCycle =
  | {
      readonly kind: 'drafted';
      /** Beneath the project folder. */
      readonly path: string;
      readonly file: CycleFile;
      /** What lies beside it, then the file itself: who finds that finds all of it. */
      readonly texts: readonly DraftedText[];
      /** Pointers of ids that nothing explains: they mean nothing elsewhere. */
      readonly unexplained: readonly string[];
    }
  /** `because` goes on after what the cycle is called. */
  | { readonly kind: 'refused'; readonly because: string };
