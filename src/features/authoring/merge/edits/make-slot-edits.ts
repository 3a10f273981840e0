import {
  type Address,
  parseObjectAddress,
  toFieldAddress,
  toFieldPath,
} from '../../../../model/address.ts';
import type { Slot } from '../../../../model/desired/bound.ts';
import { type Diagnostic, reportWarning } from '../../../../model/diagnostic/diagnostic.ts';
import type { CycleDiff } from '../../../../model/diff/field-diff.ts';
import { toEscapedText } from '../../../../model/manifest/interpolation.ts';
import { keyOrder } from '../../../../model/manifest/key-order.ts';
import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import type { SourceSpan } from '../../../../model/source-span.ts';
import type { DescribedAccount, UsedSlot } from '../../describe/described-account.ts';
import type { FieldEdit } from '../accept/accepted.ts';
import type { FoundAccount } from '../found-account.ts';

/** Connectors that cycles must name once the manifest has several of a kind. */
export type SlotEdits = {
  readonly edits: readonly FieldEdit[];
  /** Kinds that get no new connector, because a cycle does not show which one it uses. */
  readonly lost: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Writes the connector of an implicit slot before another of its kind is added: the live one, or
 * the only one of the manifest.
 */
export function makeSlotEdits(found: FoundAccount, additions: DescribedAccount): SlotEdits {
  const open = found.diff.cycles.flatMap((cycle) => listOpen(cycle, found, additions));
  const unsaid = open.filter(({ connector }) => connector === null);
  const lost = new Set(unsaid.map(({ slot }) => slot.connectorName));
  const said = open.filter(({ slot }) => !lost.has(slot.connectorName));
  const made = new Set<string>();
  const edits = said.flatMap((each): FieldEdit[] => {
    const { key, address, slot, connector, hasMap } = each;
    if (connector === null) return [];
    const field = toFieldPath('connectors', slot.name);
    const path = ['spec', 'cycles', key, 'connectors'];
    const name = toEscapedText(slot.name);
    const edit = { kind: 'set', address, field } as const;
    if (hasMap || made.has(key)) return [{ ...edit, path: [...path, name], value: connector }];
    made.add(key);
    return [{ ...edit, path, value: { [name]: connector }, order: keyOrder.cycle }];
  });
  return { edits, lost, diagnostics: unsaid.map(report) };
}

type OpenSlot = {
  readonly key: string;
  readonly address: Address;
  readonly at: SourceSpan;
  readonly slot: Slot;
  /** Null when unknown. */
  readonly connector: string | null;
  readonly hasMap: boolean;
};

function listOpen(cycle: CycleDiff, found: FoundAccount, additions: DescribedAccount): OpenSlot[] {
  const { address, at, desired } = cycle;
  const { written } = found.document;
  const key = parseObjectAddress(address)?.key ?? '';
  const connectors = written.spec.cycles?.[key]?.connectors;
  // Includes all slots of a template, because a plan reads it only when needed.
  const slots = additions.slots.get(key) ?? desired.slots.map((slot) => ({ ...slot, used: [] }));
  return slots
    .filter(({ name, connectorName }) => {
      const added = listKind(additions.written, connectorName).length;
      const all = added + listKind(written, connectorName).length;
      return connectors?.[name] === undefined && added > 0 && all > 1;
    })
    .map((slot) => {
      const connector = findUsed(slot, listKind(written, slot.connectorName), additions);
      return { key, address, at, slot, connector, hasMap: connectors !== undefined };
    });
}

function listKind({ spec }: WrittenAccount, kind: string): string[] {
  return Object.entries(spec.connectors ?? {}).flatMap(([key, { connector }]) =>
    connector.name === kind ? [key] : [],
  );
}

// Takes the only connector of the manifest while no step uses one.
function findUsed(
  { used }: UsedSlot,
  before: readonly string[],
  { connectorKeys }: DescribedAccount,
): string | null {
  const keys = used.length === 0 ? before : used.map((id) => connectorKeys.get(id) ?? null);
  return keys.length === 1 ? (keys[0] ?? null) : null;
}

function report({ address, at, slot }: OpenSlot): Diagnostic {
  const { name, connectorName } = slot;
  return reportWarning('left-out', {
    summary: `No other "${connectorName}" was added: the steps of the cycle do not show which one ${toFieldAddress(address, toFieldPath('connectors', name))} is`,
    at,
    address,
    remedy: `Write connectors: {"${name}": KEY} in the cycle, and merge again.`,
  });
}
