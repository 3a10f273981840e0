import type {
  WrittenAccount,
  WrittenOwner,
} from '../../../src/model/manifest/manifest.generated.ts';

// Which lines of a manifest an apply has to leave as they are, from the words of the guides alone.

/** One line of a manifest: a field of its account, or of an object under `connectors` or `cycles`. */
export type Line = {
  /** Names of its object below the account; none for the account itself. */
  readonly within: readonly string[];
  /** Names of the field in its object. */
  readonly names: readonly string[];
  readonly value: unknown;
};

/** Facts that decide who writes a line. */
export type Leaving = {
  /** Variables that have a value. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Date in UTC. */
  readonly today: string;
};

type Owner = WrittenOwner | 'ignored';

const webhook = 'errorWebhook';
const single = [
  'displayName',
  'description',
  'timezone',
  'auditInfo',
  'taskAuditInfo',
  'tags',
  'errorAction',
  'collectionSplit',
  'logRequests',
  'shareable',
  'auth',
  'state',
  'schedule',
];

/** All lines of a manifest that are fields. */
export function listLines({ spec }: WrittenAccount): Line[] {
  return [
    ...listObjectLines([], { ...spec }),
    ...Object.entries(spec.connectors ?? {}).flatMap(([key, each]) =>
      listObjectLines(['connectors', key], { ...each }),
    ),
    ...Object.entries(spec.cycles ?? {}).flatMap(([key, each]) => [
      ...listObjectLines(['cycles', key], { ...each }),
      ...listMap(['cycles', key], ['connectors'], each.connectors),
    ]),
  ];
}

type Part = Readonly<Record<string, unknown>>;

function listObjectLines(within: readonly string[], object: Part): Line[] {
  const own = single.filter((name) => object[name] !== undefined);
  const steps = (object.steps ?? {}) as Readonly<Record<string, Part>>;
  return [
    ...own.map((name) => ({ within, names: [name], value: object[name] })),
    ...listMap(within, ['retention'], toHours(object.retention)),
    ...listMap(within, [webhook], toWebhook(object[webhook])),
    ...listMap(within, ['properties'], object.properties),
    ...listMap(within, ['variables'], object.variables),
    ...Object.entries(steps).flatMap(([label, slots]) =>
      ['parameters', 'fields'].flatMap((slot) => [
        ...listMap(within, ['steps', label, slot], slots[slot]),
        ...listMap(
          within,
          ['steps', label, 'launchVisible', slot],
          (slots.launchVisible as Part | undefined)?.[slot],
        ),
      ]),
    ),
  ];
}

function listMap(within: readonly string[], names: readonly string[], map: unknown): Line[] {
  return Object.entries((map ?? {}) as Part).map(([name, value]) => ({
    within,
    names: [...names, name],
    value,
  }));
}

function toHours(written: unknown): unknown {
  return written === null ? { successHours: null, erroredHours: null } : written;
}

function toWebhook(written: unknown): unknown {
  if (written === undefined) return {};
  return written === null ? { enabled: false } : { enabled: true, ...(written as object) };
}

/** The owner of a line by the manifest, an entry under `ignore` before all others. */
export function findOwner({ spec }: WrittenAccount, line: Line, today: string): Owner {
  const full = [...line.within, ...line.names];
  const isIgnored = Object.entries(spec.ignore ?? {}).some(
    ([path, { until }]) => until >= today && covers(path, full),
  );
  if (isIgnored) return 'ignored';
  const rules = Object.entries(spec.ownership ?? {}).filter(
    ([pattern]) => covers(pattern, full) || (!isOfAccount(pattern) && covers(pattern, line.names)),
  );
  const [first] = rules.toSorted(([left], [right]) => compareExactness(right, left));
  return first?.[1] ?? 'managed';
}

/**
 * True if no apply may write a line of an existing object: others own it, it is ignored, or it
 * needs a secret that has no value.
 */
export function isLeft(written: WrittenAccount, line: Line, leaving: Leaving): boolean {
  if (findOwner(written, line, leaving.today) !== 'managed') return true;
  const { value, within, names } = line;
  const sent = within.length === 0 && names[0] === webhook ? written.spec.errorWebhook : value;
  return listVariables(sent).some((name) => !leaving.secrets.has(name));
}

/**
 * True if an apply may leave a line, because it would be sent together with a value of others that
 * may be a secret.
 */
export function mayBeLeft(written: WrittenAccount, line: Line, { today }: Leaving): boolean {
  const { within, names } = line;
  if (within.length > 0 || names[0] !== webhook || names[1] === 'url') return false;
  const url = { within, names: [webhook, 'url'], value: null };
  return written.spec.errorWebhook != null && findOwner(written, url, today) !== 'managed';
}

/** Addresses of the lines that no apply has to write in existing objects. */
export function listLeftLines(written: WrittenAccount, leaving: Leaving): ReadonlySet<string> {
  const left = listLines(written).filter(
    (line) => isLeft(written, line, leaving) || mayBeLeft(written, line, leaving),
  );
  return new Set(left.map((line) => toAddress(written, line)));
}

/** The address of a line. */
export function toAddress({ metadata }: WrittenAccount, line: Line): string {
  return `${metadata.name}/${formatLine(line)}`;
}

/** The manifest without the lines that no apply has to write in existing objects. */
export function withoutLeft(written: WrittenAccount, leaving: Leaving): WrittenAccount {
  return withoutLines(
    written,
    (line) => isLeft(written, line, leaving) || mayBeLeft(written, line, leaving),
  );
}

/** The manifest without some of its lines. */
export function withoutLines(
  written: WrittenAccount,
  isGone: (line: Line) => boolean,
): WrittenAccount {
  const spec = structuredClone(written.spec);
  for (const line of listLines(written).filter(isGone)) removeLine(spec as Tree, line);
  return { ...written, spec };
}

type Tree = { [key: string]: Tree | null };

function removeLine(spec: Tree, { within, names }: Line): void {
  const [first = ''] = names;
  const object = follow(spec, within);
  if (object === undefined) return;
  if (object[first] === null) {
    const rest = first === 'retention' ? { successHours: null, erroredHours: null } : undefined;
    if (rest === undefined) delete object[first];
    else object[first] = rest;
  }
  // It is not compared by half: the address is sent along with the switch.
  if (first === webhook && names[1] === 'enabled') delete object[webhook];
  const last = names.at(-1) ?? '';
  const map = follow(object, names.slice(0, -1));
  if (map !== undefined) delete map[last];
}

function follow(tree: Tree, names: readonly string[]): Tree | undefined {
  return names.reduce<Tree | undefined>((node, name) => node?.[name] ?? undefined, tree);
}

/** The variables of all references in a value. */
export function listVariables(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('env' in value) return [String(value.env)];
  return Object.values(value).flatMap(listVariables);
}

/** The path of a line in its account, as patterns and addresses have it. */
export function formatLine({ within, names }: Pick<Line, 'within' | 'names'>): string {
  return [...within, ...names].map(toSegment).join('/');
}

function toSegment(name: string): string {
  return name.replaceAll('%', '%25').replaceAll('/', '%2F');
}

function covers(pattern: string, names: readonly string[]): boolean {
  const parts = pattern.split('/');
  return (
    parts.length <= names.length &&
    parts.every((part, index) => part === '*' || part === toSegment(names[index] ?? ''))
  );
}

function isOfAccount(pattern: string): boolean {
  return /^(connectors|cycles)\b/.test(pattern);
}

// More names count before more segments.
function compareExactness(left: string, right: string): number {
  const names = (pattern: string) => pattern.split('/').filter((part) => part !== '*').length;
  return names(left) - names(right) || left.split('/').length - right.split('/').length;
}
