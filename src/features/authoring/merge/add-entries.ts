import { toPointer } from '../../../kit/json/json-pointer.ts';
import type { YamlComment } from '../../../kit/yaml/comment-yaml.ts';
import type { YamlData } from '../../../kit/yaml/yaml-value.ts';
import {
  type Address,
  connectorAddress,
  cycleAddress,
  parseObjectAddress,
} from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { escapePlaceholders, escapeTexts } from '../../../model/manifest/interpolation.ts';
import { keyOrder } from '../../../model/manifest/key-order.ts';
import type { DescribedAccount } from '../describe/described-account.ts';
import { writeRemark } from '../describe/yaml/write-remark.ts';
import type { FoundAccount } from './found-account.ts';
import { nameSlots } from './place/name-slots.ts';
import type { EntryEdit, FieldEdit } from './take/taken.ts';

/** New entries of a manifest, with what is to be said of them in the file and beside it. */
export type Added = {
  readonly edits: readonly EntryEdit[];
  /** Which connectors its cycles use, where that was plain before. */
  readonly slots: readonly FieldEdit[];
  readonly comments: readonly Pick<YamlComment, 'path' | 'lines'>[];
  readonly diagnostics: readonly Diagnostic[];
};

const rooms = [
  { room: 'connectors', kind: 'connector', toAddress: connectorAddress },
  { room: 'cycles', kind: 'cycle', toAddress: cycleAddress },
] as const;

type Room = (typeof rooms)[number];

/**
 * What a manifest does not have of an account, as new entries at the end of its maps. A map that is not there is made
 * only where all that is ours gets into it: one that is there says that what it lacks shall be deleted if it is ours.
 */
export function addEntries(found: FoundAccount): Added {
  if (found.additions === null) return { edits: [], slots: [], comments: [], diagnostics: [] };
  const slots = nameSlots(found, found.additions);
  const additions = withoutKinds(found.additions, slots.lost);
  const lost = rooms.map((room) => listLost(found, additions, room));
  const made = rooms.filter((_, index) => lost[index]?.length === 0);
  const edits = made.flatMap((room) => listEdits(found, additions, room));
  return {
    edits,
    slots: made.some(({ room }) => room === 'connectors') ? slots.edits : [],
    comments: additions.remarks
      .filter(({ path }) => edits.some((edit) => isBeneath(path, edit.path)))
      .map((remark) => ({
        path: remark.path.map(escapePlaceholders),
        lines: writeRemark(remark),
      })),
    diagnostics: [
      ...rooms.flatMap(({ room }, index) => reportLost(found, room, lost[index] ?? [])),
      ...slots.diagnostics,
    ],
  };
}

function withoutKinds(
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
  { room, toAddress }: Room,
): EntryEdit[] {
  const root = ['spec', room];
  const isThere = document.written.spec[room] !== undefined;
  return Object.entries(additions.written.spec[room] ?? {}).map(([key, entry], index) => {
    const edit = { kind: 'set', address: toAddress(diff.desired.key, key), field: null } as const;
    const value: YamlData = escapeTexts(entry as YamlData);
    // The first entry of a map makes it, at its place among the others.
    return isThere || index > 0
      ? { ...edit, path: [...root, key], value }
      : { ...edit, path: root, value: { [key]: value }, order: keyOrder.account };
  });
}

/** What is ours, and would not be in a map that is to be made. */
function listLost(
  { diff, document }: FoundAccount,
  { written }: Pick<DescribedAccount, 'written'>,
  { room, kind }: Room,
): readonly Address[] {
  const entries = written.spec[room];
  if (document.written.spec[room] !== undefined || entries === undefined) return [];
  return [...diff.memory.objects.values()]
    .filter((record) => record.kind === kind)
    .map(({ address }) => address)
    .filter((address) => !Object.hasOwn(entries, parseObjectAddress(address)?.key ?? ''));
}

function reportLost(
  { document }: FoundAccount,
  room: Room['room'],
  lost: readonly Address[],
): Diagnostic[] {
  return lost.map((address) => ({
    code: 'left-out',
    severity: 'warning',
    summary: `The manifest has no ${room}, and gets none: ${address} is ours and cannot be written, and a map of the others would delete it`,
    at: document.keySpanOf(toPointer(['spec'])),
    address,
    remedy: `Write ${room} with an entry for it, or cyclectl state forget ${address}; then merge again.`,
  }));
}

function isBeneath(path: readonly string[], root: readonly string[]): boolean {
  return root.every((name, index) => path[index] === name);
}
