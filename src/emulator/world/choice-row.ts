/** An open question about the service, as a switch. */
export interface ChoiceRow {
  readonly key: string;
  /** Number of the open question in SERVICE.md, section I; null where only a default is unknown. */
  readonly number: number | null;
  readonly allowed: readonly (string | number)[];
  readonly default: string | number;
  /** What the switch decides, in one sentence. */
  readonly decides: string;
}
