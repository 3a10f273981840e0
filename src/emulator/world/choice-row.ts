/** An open question about the service, with its possible answers. */
export interface ChoiceRow {
  readonly key: string;
  /** Number of the open question in SERVICE.md, section I; null if only a default is unknown. */
  readonly number: number | null;
  readonly allowed: readonly (string | number)[];
  readonly default: string | number;
  /** Subject of the choice, in one sentence. */
  readonly decides: string;
}
