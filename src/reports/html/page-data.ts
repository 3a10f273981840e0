// What the page is given as data. The script of the page (tools/page) builds what people see from it, and judges
// nothing: every word and every rank is made here. Texts have every sign visible already.

/** What stands at the head of the data. */
export type PageData = {
  /** When the report was made, ISO UTC. */
  readonly made: string;
  /** How many columns of objects the table has; the first keys are theirs. */
  readonly columns: number;
  /** Paths of objects within their accounts, by which accounts name theirs. */
  readonly keys: readonly string[];
  readonly accountStates: Readonly<Record<string, PageAccountState>>;
  /** By the letter that stands for each. */
  readonly objectStates: Readonly<Record<string, PageObjectState>>;
  /** From least to most. */
  readonly impacts: readonly string[];
  readonly accounts: readonly PageAccount[];
};

/** A state by word, sign and tone. */
export type PageState = { readonly label: string; readonly mark: string; readonly tone: string };

/** A state of an account, and whether a person has to look at it. */
export type PageAccountState = PageState & { readonly needs: boolean };

/** A state of an object, with the name by which links filter for it. */
export type PageObjectState = PageState & { readonly name: string };

/** One account. What has nothing to say is left out. */
export type PageAccount = {
  readonly name: string;
  readonly state: string;
  /** Its place among all accounts, worst first. */
  readonly rank: number;
  /** What it comes to in a few words. */
  readonly says?: string;
  /** How much there is to look at. */
  readonly count?: number;
  /** The place of its worst impact among all. */
  readonly impact?: number;
  /** Since when the oldest of its drift is known, ISO UTC. */
  readonly since?: string;
  /** Its objects by the places of their keys, and a letter for the state of each. */
  readonly objects: readonly number[];
  readonly letters: string;
  readonly parts?: readonly PagePart[];
  /** Its parts are left out, so that the file is not too large for a browser. */
  readonly folded?: true;
};

/** What is said of one object of an account, or of the account beside its objects. */
export type PagePart = {
  /** The place of its key; absent for what is said of the account beside its objects. */
  readonly key?: number;
  readonly title: string;
  readonly letter?: string;
  /** What comes with it, as sentences. */
  readonly says?: readonly string[];
  readonly blocks: readonly PageBlock[];
  /** The blocks are in an order that matters. */
  readonly ordered?: true;
};

export type PageBlock = FieldBlock | ValueBlock | DiagnosticBlock | NoteBlock | StepBlock;

/** A field and its values. */
export type FieldBlock = {
  readonly is: 'field';
  readonly path: string;
  /** Who moved, how much it disturbs. */
  readonly tags: readonly string[];
  readonly since?: string;
  readonly sides: readonly PageSide[];
  /** What differs between the first two sides, where they are long. */
  readonly diff?: readonly DiffLine[];
  readonly where?: string;
};

/** A field that was not there before, and its value. */
export type ValueBlock = {
  readonly is: 'value';
  readonly path: string;
  readonly value: PageSide;
  readonly where?: string;
};

/** One value of a field. `is` says why it is no value that could be shown. */
export type PageSide = {
  readonly label: string;
  readonly text: string;
  readonly is?: 'secret' | 'unknown';
};

/** A line of a difference: what was there, what comes, what is the same, or what was left out. */
export type DiffLine = readonly [mark: '-' | '+' | ' ' | '…', text: string];

/** What is wrong, where, what to do. */
export type DiagnosticBlock = {
  readonly is: 'trouble';
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly summary: string;
  readonly lines: readonly string[];
  readonly remedy: string;
  readonly where?: string;
};

/** What a person should know. */
export type NoteBlock = {
  readonly is: 'note';
  readonly needs: boolean;
  readonly says: string;
  readonly about?: string;
  /** To be pasted. */
  readonly command?: string;
};

/** An operation, and what became of it. */
export type StepBlock = {
  readonly is: 'step';
  readonly says: string;
  readonly letter?: string;
};
