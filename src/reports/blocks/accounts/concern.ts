import type { Address } from '../../../model/address.ts';
import type { Notice } from '../../../model/plan/notice.ts';
import type { DiagnosticBlock } from '../block.ts';
import { isActionRequired } from '../notices/is-action-required.ts';
import { formatObjectPath } from '../words/format-path.ts';

/** How soon an account wants to be looked at: 0 first, 3 none. */
export type Urgency = 0 | 1 | 2 | 3;

/** A reason to review an account first: a word of ours, and texts of others. */
export type Concern = {
  readonly text: string;
  readonly items: readonly string[];
  /** How many more there are. */
  readonly more: number;
  readonly urgency: Urgency;
};

/** Objects that are named in a concern; more are counted. */
const maxNames = 5;

/** A concern about objects; none without one. */
export function makeConcern(
  text: string,
  urgency: Urgency,
  addresses: readonly Address[],
): readonly Concern[] {
  const all = [...new Set(addresses)];
  if (all.length === 0) return [];
  const items = all.slice(0, maxNames).map(formatObjectPath);
  return [{ text, items, more: all.length - items.length, urgency }];
}

/** Notices that need action, as a concern. */
export function makeActionConcern(notices: readonly Notice[]): readonly Concern[] {
  const addresses = notices.filter(isActionRequired).map(({ address }) => address);
  return makeConcern('needs manual action', 2, addresses);
}

/** An account with diagnostics, by the first of them. */
export function makeDiagnosticConcern(
  text: string,
  urgency: Urgency,
  diagnostics: readonly DiagnosticBlock[],
): Concern {
  const items = diagnostics.slice(0, 1).map(({ summary }) => summary);
  return { text, items, more: diagnostics.length - items.length, urgency };
}

/** The objects of a concern; `write` escapes them for the format. */
export function formatConcernItems(
  { items, more }: Pick<Concern, 'items' | 'more'>,
  write: (item: string) => string = (item) => item,
): string {
  return [...items.map(write), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}
