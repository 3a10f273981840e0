// The data of the page. Its script (tools/page) only displays it: every word and rank is made here.
// Control characters in texts are already visible.

/** The head of the data. */
export type PageData = {
  /** When the report was made, ISO UTC. */
  readonly made: string;
  /** How many columns of objects the table has; the first keys are theirs. */
  readonly columns: number;
  /** Paths of objects within their accounts, by which accounts name theirs. */
  readonly keys: readonly string[];
  /** Names of labels, by which accounts name theirs; the first ones have a column and a filter. */
  readonly labels: readonly string[];
  readonly labelColumns: number;
  readonly accountStates: Readonly<Record<string, PageAccountState>>;
  /** By the letter that stands for each. */
  readonly objectStates: Readonly<Record<string, PageObjectState>>;
  /** From least to most. */
  readonly impacts: readonly string[];
  readonly accounts: readonly PageAccount[];
};

/** A state by word, sign and tone. */
export type PageState = { readonly label: string; readonly mark: string; readonly tone: string };

/** A state of an account, and whether it needs attention. */
export type PageAccountState = PageState & { readonly needs: boolean };

/** A state of an object, with the name by which links filter for it. */
export type PageObjectState = PageState & { readonly name: string };

/** A label of an account: the place of its name among all, and its value. */
export type PageLabel = readonly [name: number, value: string];

/** One account. Empty parts are absent. */
export type PageAccount = {
  readonly name: string;
  readonly state: string;
  /** Its place among all accounts, worst first. */
  readonly rank: number;
  /** Its labels: the place of the name, and the value. */
  readonly labels?: readonly PageLabel[];
  /** A summary in a few words, and why to review it. */
  readonly says?: string;
  /** Its first changes: `timezone: Australia/Sydney → Europe/London`. */
  readonly changes?: string;
  /** Number of items to review. */
  readonly count?: number;
  /** The place of its worst impact among all. */
  readonly impact?: number;
  /** Since when the oldest of its drift is known, ISO UTC. */
  readonly since?: string;
  /** The numbers of its groups of equal changes, if the report has any. */
  readonly groups?: readonly number[];
  /** Its objects by the places of their keys, and a letter for the state of each. */
  readonly objects: readonly number[];
  readonly letters: string;
  readonly parts?: readonly PagePart[];
  /** Its parts are left out, so that the file is not too large for a browser. */
  readonly folded?: true;
};

/** Blocks about one object of an account, or about the account itself. */
export type PagePart = {
  /** Index of its key; absent for blocks about the account. */
  readonly key?: number;
  readonly title: string;
  readonly letter?: string;
  /** Further sentences. */
  readonly says?: readonly string[];
  readonly blocks: readonly PageBlock[];
  /** The blocks are in an order that matters. */
  readonly ordered?: true;
};

export type PageBlock = FieldOnPage | ValueOnPage | TroubleOnPage | NoteOnPage | StepOnPage;

/** A place in a file; absent where there is none. */
export type PlaceOnPage = { readonly where?: string };

/** A field and its values. */
export type FieldOnPage = PlaceOnPage & {
  readonly is: 'field';
  readonly path: string;
  /** Who changed it, and what restoring it does. */
  readonly tags: readonly string[];
  readonly sides: readonly PageSide[];
  /** The difference between the first two sides, if they are long. */
  readonly diff?: readonly DiffLine[];
  /** Commands that answer it: their purpose, and the lines to paste. */
  readonly answers?: readonly (readonly [does: string, commands: string])[];
};

/** A field that was not there before, and its value. */
export type ValueOnPage = PlaceOnPage & {
  readonly is: 'value';
  readonly path: string;
  readonly value: PageSide;
};

/** One value of a field. `is` explains a value that cannot be shown. */
export type PageSide = {
  readonly label: string;
  readonly text: string;
  readonly is?: 'secret' | 'unknown';
};

/** A line of a difference: removed, added, equal, or omitted lines. */
export type DiffLine = readonly [mark: '-' | '+' | ' ' | '…', text: string];

/** Summary, place and remedy of a diagnostic. */
export type TroubleOnPage = PlaceOnPage & {
  readonly is: 'trouble';
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly summary: string;
  readonly lines: readonly string[];
  readonly remedy: string;
};

/** A notice. */
export type NoteOnPage = {
  readonly is: 'note';
  readonly needs: boolean;
  readonly says: string;
  readonly about?: string;
  /** To be pasted. */
  readonly command?: string;
};

/** An operation and its result. */
export type StepOnPage = {
  readonly is: 'step';
  readonly says: string;
  readonly letter?: string;
};
