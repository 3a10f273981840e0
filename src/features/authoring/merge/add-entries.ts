import { toPointer } from '../../../kit/json/json-pointer.ts';
import type { YamlComment } from '../../../kit/yaml/add-yaml-comments.ts';
import type { YamlData } from '../../../kit/yaml/yaml-value.ts';
import {
  type Address,
  parseObjectAddress,
  toConnectorAddress,
  toCycleAddress,
} from '../../../model/address.ts';
import { type Diagnostic, reportWarning } from '../../../model/diagnostic/diagnostic.ts';
import { toEscapedText, toEscapedValue } from '../../../model/manifest/interpolation.ts';
import { keyOrder } from '../../../model/manifest/key-order.ts';
import type { DescribedAccount } from '../describe/described-account.ts';
import { formatRemark } from '../describe/format-manifest.ts';
import type { EntryEdit, FieldEdit } from './accept/accepted.ts';
import { makeSlotEdits } from './edits/make-slot-edits.ts';
import type { FoundAccount } from './found-account.ts';

/** New entries of a manifest, with their comments and diagnostics. */
export type AddedEntries = {
  readonly edits: readonly EntryEdit[];
  /** Connectors of existing cycles, where the only one of its kind was implied. */
  readonly slots: readonly FieldEdit[];
  readonly comments: readonly Pick<YamlComment, 'path' | 'lines'>[];
  readonly diagnostics: readonly Diagnostic[];
};

const sections = [
  { section: 'connectors', kind: 'connector', toAddress: toConnectorAddress },
  { section: 'cycles', kind: 'cycle', toAddress: toCycleAddress },
] as const;

type Section = (typeof sections)[number];

/**
 * Adds unmanaged objects as new entries at the end of their maps. Creates a map only if it can hold
 * all managed objects, because an apply deletes those it lacks.
 */
export function addEntries(found: FoundAccount): AddedEntries {
  if (found.additions === null) return { edits: [], slots: [], comments: [], diagnostics: [] };
  const slots = makeSlotEdits(found, found.additions);
  const additions = omitKinds(found.additions, slots.lost);
  const lost = sections.map((room) => listUnwritten(found, additions, room));
  const made = sections.filter((_, index) => lost[index]?.length === 0);
  const edits = made.flatMap((room) => listEdits(found, additions, room));
  return {
    edits,
    slots: made.some(({ section }) => section === 'connectors') ? slots.edits : [],
    comments: additions.remarks
      .filter(({ path }) => edits.some((edit) => isBelow(path, edit.path)))
      .map((remark) => ({
        path: remark.path.map(toEscapedText),
        lines: formatRemark(remark),
      })),
    diagnostics: [
      ...sections.flatMap(({ section }, index) =>
        reportUnwritten(found, section, lost[index] ?? []),
      ),
      ...slots.diagnostics,
    ],
  };
}

function omitKinds(
  described: DescribedAccount,
  kinds: ReadonlySet<string>,
): Pick<DescribedAccount, 'written' | 'remarks'> {
  const { written } = described;
  const { connectors, ...spec } = written.spec;
  const kept = Object.entries(connectors ?? {}).filter(
    ([, { connector }]) => !kinds.has(connector.name),
  );
  const left = kept.length === 0 ? {} : { connectors: Object.fromEntries(kept) };
  return { ...described, written: { ...written, spec: { ...spec, ...left } } };
}

function listEdits(
  { diff, document }: FoundAccount,
  additions: Pick<DescribedAccount, 'written'>,
  { section, toAddress }: Section,
): EntryEdit[] {
  const root = ['spec', section];
  const isThere = document.written.spec[section] !== undefined;
  return Object.entries(additions.written.spec[section] ?? {}).map(([key, entry], index) => {
    const edit = { kind: 'set', address: toAddress(diff.desired.key, key), field: null } as const;
    const value: YamlData = toEscapedValue(entry as YamlData);
    // Creates the map with its first entry, at its place in the document.
    return isThere || index > 0
      ? { ...edit, path: [...root, key], value }
      : { ...edit, path: root, value: { [key]: value }, order: keyOrder.account };
  });
}

/** Managed objects that a new map would lack. */
function listUnwritten(
  { diff, document }: FoundAccount,
  { written }: Pick<DescribedAccount, 'written'>,
  { section, kind }: Section,
): readonly Address[] {
  const entries = written.spec[section];
  if (document.written.spec[section] !== undefined || entries === undefined) return [];
  return [...diff.state.objects.values()]
    .filter((record) => record.kind === kind)
    .map(({ address }) => address)
    .filter((address) => !Object.hasOwn(entries, parseObjectAddress(address)?.key ?? ''));
}

function reportUnwritten(
  { document }: FoundAccount,
  room: Section['section'],
  lost: readonly Address[],
): Diagnostic[] {
  return lost.map((address) =>
    reportWarning('left-out', {
      summary: `No ${room} map was added: it could not contain the managed ${address}, so apply would delete that`,
      at: document.keySpanOf(toPointer(['spec'])),
      address,
      remedy: `Add ${room} with an entry for it, or run cyclectl state forget ${address}; then merge again.`,
    }),
  );
}

function isBelow(path: readonly string[], root: readonly string[]): boolean {
  return root.every((name, index) => path[index] === name);
}
