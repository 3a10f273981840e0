import { makeSeededRandom } from '../../../src/kit/seeded-random.ts';
import {
  type Address,
  toAccountAddress,
  toConnectorAddress,
  toCycleAddress,
  toFieldPath,
} from '../../../src/model/address.ts';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import type { Impact, ShownValue } from '../../../src/model/plan/change.ts';
import type { Notice } from '../../../src/model/plan/notice.ts';
import type { DriftItem, PlanTarget } from '../../../src/model/plan/plan.ts';
import type { DriftAccount } from '../../../src/model/report/report.ts';
import type { DriftReport, ReportMetadata } from '../../../src/model/report/report-document.ts';
import type { SourceSpan } from '../../../src/model/source-span.ts';
import { frameDrift } from '../samples/read-text.ts';
import { plain, secret, secretFrom } from '../samples/samples.ts';

// A fleet of sample customers, each with seven objects, of which some drifted: for the page of a report, its
// pictures and its measurements.

const companies =
  'adatum contoso fabrikam fourth-coffee litware margie northwind proseware tailspin wingtip woodgrove'.split(
    ' ',
  );
const towns =
  'berlin bergen bilbao bristol cork dallas denver dublin gdansk ghent graz leeds lille lima lisbon lyon malmo milan osaka oslo perth porto quito riga seville tampa turin utrecht vienna zagreb'.split(
    ' ',
  );
const connectors = ['crm', 'files', 'mailer'];
const cycles = ['contacts-to-mailer', 'orders-to-files', 'nightly-export'];

export const target: PlanTarget = {
  environment: 'prod',
  service: 'remote',
  address: 'https://api.integration.example.com',
};

/** When the samples were made. */
export const madeSample: ReportMetadata = {
  at: '2026-11-21T06:00:00.000Z',
  tool: 'cyclectl 0.1.0',
  commit: '8c1f0a94b7e2d3650f1ab29c4d5e6f708192a3b4',
  folder: '',
};

type Draw = () => number;
type SampleRun = {
  readonly at: string;
  readonly commit: string | null;
  readonly accounts: number;
  readonly withDrift: number;
  readonly unread: number;
  readonly items: number;
  readonly byKind: Readonly<Record<DriftItem['kind'], number>>;
  readonly byMoved: Readonly<Record<DriftItem['moved'], number>>;
};
type Item = DriftItem & { readonly since: string | null; readonly impact: Impact };

/** The drift of a fleet of so many accounts. The same number gives the same report. */
export function makeFleetDrift(accounts: number): DriftReport {
  const list = Array.from({ length: accounts }, (_, number) => makeDrifted(number));
  const items = list.flatMap((account) => (account.kind === 'read' ? account.items : [])).length;
  const cost = { requests: accounts * 9 + 12, durationMs: accounts * 92 };
  const frame = {
    ...frameDrift(list),
    target,
    cost,
    diagnostics: [],
    trend: makeTrend(accounts, items),
  };
  return { kind: 'drift', run: frame, accounts: () => list };
}

/** The name of an account of the fleet. */
export function nameSample(number: number): string {
  const company = companies[number % companies.length];
  const town = towns[number % towns.length];
  const round = Math.floor(number / (companies.length * towns.length));
  return `${company}-${town}${round === 0 ? '' : `-${round + 1}`}`;
}

function makeDrifted(number: number): DriftAccount {
  const name = nameSample(number);
  const draw = makeSeededRandom(number * 7919 + 11);
  const span = toSpan(name, 1);
  if (draw() < 0.006) {
    return { kind: 'unread', account: name, at: span, diagnostics: [makeUnread(name, span)] };
  }
  const items = draw() < 0.14 ? makeItems(name, draw) : [];
  const gone = new Set(items.flatMap(({ kind, address }) => (kind === 'gone' ? [address] : [])));
  return {
    kind: 'read',
    account: name,
    at: span,
    objects: listObjects(name).map((address) => ({ address, isThere: !gone.has(address) })),
    items,
    manifestMoved: draw() < 0.03 ? 2 : 0,
    isApplied: true,
    notices: draw() < 0.03 ? [makeWaits(name)] : [],
    ignored: [],
    notOffered: [],
    notReadable: 0,
  };
}

function makeItems(name: string, draw: Draw): readonly Item[] {
  const all = [
    () => makeItem(name, draw, { names: ['timezone'], values: ['Europe/Berlin', 'Asia/Kolkata'] }),
    () =>
      makeItem(toCycleAddress(name, 'contacts-to-mailer'), draw, {
        names: ['steps', 'Add subscriber', 'fields', 'Status'],
        values: ['subscribed', 'pending'],
        impact: 'interrupts',
      }),
    () =>
      makeItem(toCycleAddress(name, 'nightly-export'), draw, {
        names: ['steps', 'Write file', 'parameters', 'body'],
        values: [script, script.replace('active', 'enabled').replace('  limit 500\n', '')],
        impact: 'interrupts',
      }),
    () =>
      makeItem(toConnectorAddress(name, 'files'), draw, {
        names: ['properties', 'rootFolder'],
        values: [`/${name}`, `/${name}/archive`],
        moved: 'both',
      }),
    () => makeSecret(name, draw),
    () => makeLost(toCycleAddress(name, 'orders-to-files'), 'stopped', draw),
    () => makeLost(toCycleAddress(name, 'nightly-export'), 'gone', draw),
    () => makeLost(toConnectorAddress(name, 'mailer'), 'authentication-lost', draw),
  ];
  const first = Math.floor(draw() * draw() * all.length);
  const many = 1 + Math.floor(draw() * 2.4);
  return all.slice(first, first + many).map((make) => make());
}

const script = `select id, email, status
from customers
where status = 'active'
  and updated_at > {{last run}}
order by updated_at
  limit 500
`;

function makeItem(
  address: string,
  draw: Draw,
  about: {
    readonly names: readonly string[];
    readonly values: readonly [string, string];
    readonly impact?: Impact;
    readonly moved?: DriftItem['moved'];
  },
): Item {
  const [before, now] = about.values.map(plain) as [ShownValue, ShownValue];
  return {
    address: address as Address,
    path: toFieldPath(...about.names),
    kind: 'field',
    moved: about.moved ?? 'live',
    wanted: about.moved === 'both' ? plain('/shared') : before,
    before,
    now,
    at: toSpan(address.split('/')[0] ?? '', 8 + Math.floor(draw() * 50)),
    since: drawSince(draw),
    impact: about.impact ?? 'in-place',
  };
}

function makeSecret(name: string, draw: Draw): Item {
  const address = toConnectorAddress(name, 'crm');
  const item = makeItem(address, draw, { names: ['auth'], values: ['', ''] });
  return {
    ...item,
    wanted: secretFrom('env CRM_KEY'),
    before: secretFrom('env CRM_KEY'),
    now: secret,
  };
}

function makeLost(address: Address, kind: DriftItem['kind'], draw: Draw): Item {
  const path = kind === 'gone' ? null : toFieldPath(kind === 'stopped' ? 'state' : 'auth');
  const impact = kind === 'authentication-lost' ? 'needs-human' : 'in-place';
  const item = makeItem(address, draw, { names: ['state'], values: ['active', 'paused'], impact });
  return { ...item, path, kind };
}

function listObjects(name: string): readonly Address[] {
  return [
    toAccountAddress(name),
    ...connectors.map((key) => toConnectorAddress(name, key)),
    ...cycles.map((key) => toCycleAddress(name, key)),
  ];
}

export function makeWaits(name: string): Notice {
  const address = toConnectorAddress(name, 'mailer');
  const user = `it@${name}.example`;
  return { kind: 'waits', address, name: 'mailer', user, at: toSpan(name, 12) };
}

export function makeUnread(name: string, at: SourceSpan): Diagnostic {
  const summary = `the cycles of ${name} could not be read: the service answered 503 five times`;
  return { code: 'unread', severity: 'error', summary, at };
}

/** The runs of thirty days, of which the last one is this. */
function makeTrend(accounts: number, items: number): readonly SampleRun[] {
  const draw = makeSeededRandom(5);
  return Array.from({ length: 30 }, (_, day) => {
    const share = 0.35 + 0.65 * ((day / 29) * 0.8 + 0.2 * Math.sin(day / 3) ** 2);
    const found = day === 29 ? items : Math.round(items * share * (0.94 + draw() * 0.12));
    return {
      at: new Date(Date.UTC(2026, 9, 23 + day, 6)).toISOString(),
      commit: madeSample.commit,
      accounts,
      withDrift: Math.round(found * 0.6),
      unread: 0,
      items: found,
      byKind: { field: found, gone: 0, 'authentication-lost': 0, stopped: 0, unmanaged: 0 },
      byMoved: { live: found, both: 0, unknown: 0 },
    };
  });
}

function drawSince(draw: Draw): string | null {
  if (draw() < 0.04) return null;
  const days = draw() ** 3 * 70;
  return new Date(Date.parse(madeSample.at) - days * 86_400_000).toISOString();
}

export function toSpan(name: string, line: number): SourceSpan {
  const file = `accounts/${name}.yaml`;
  return { file, line, column: 5, endLine: line, endColumn: 12, pointer: '' };
}
