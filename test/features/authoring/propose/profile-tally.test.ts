import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatProposalText } from '../../../../src/features/authoring/propose/format-proposal-text.ts';
import { ProfileTally } from '../../../../src/features/authoring/propose/profile-tally.ts';
import type {
  AccountProfile,
  ProfileValue,
  Proposal,
} from '../../../../src/features/authoring/propose/proposal.ts';
import { toVisible } from '../../../../src/kit/text/visible-text.ts';
import type { FieldPath } from '../../../../src/model/address.ts';
import { formatSafeJson } from '../../../../src/reports/json/format-document.ts';
import { plainPaint } from '../../../../src/reports/text/paint.ts';
import { findWideLines } from '../../../reports/samples/read-text.ts';
import { kinds, makeSketch, nameAccount } from './fleet.ts';

const frame = {
  target: { environment: 'prod', service: 'remote', address: 'https://api.example.com' },
  cost: { requests: 0, durationMs: 0 },
  skipped: 0,
  unread: [],
} as const;

function tally(sketches: Iterable<AccountProfile>, most = 10): Proposal {
  const counted = new ProfileTally();
  for (const sketch of sketches) counted.add(sketch);
  return counted.total(most);
}

function* makeFleet(size: number, kindOf: (number: number) => number): Iterable<AccountProfile> {
  for (let number = 0; number < size; number += 1) {
    const kind = kinds[kindOf(number)];
    if (kind !== undefined) yield makeSketch(nameAccount(number), kind);
  }
}

function plain(value: unknown): ProfileValue {
  return { kind: 'plain', value };
}

function sketch(account: string, values: Readonly<Record<string, ProfileValue>>): AccountProfile {
  const entries = Object.entries(values) as [FieldPath, ProfileValue][];
  return { account, parts: [], values: new Map(entries) };
}

describe('A fleet of a known number of shapes', () => {
  it('is grouped into just these, whatever its accounts and their parts are called', () => {
    const number = fc.integer({ min: 0, max: kinds.length - 1 });
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 60 }), (drawn) => {
        const proposal = tally(makeFleet(drawn.length, (at) => drawn[at] ?? 0));
        const sizes = [...Map.groupBy(drawn, (kind) => kind).values()].map(({ length }) => length);
        const shared = sizes.filter((size) => size > 1).sort((left, right) => right - left);
        expect(proposal.shapes).toBe(sizes.length);
        expect(proposal.clusters.map(({ accounts }) => accounts.length)).toEqual(shared);
        expect(proposal.outliers.length).toBe(sizes.length - shared.length);
        const reported = [
          ...proposal.clusters.flatMap(({ accounts }) => accounts),
          ...proposal.outliers.map(({ account }) => account),
        ];
        expect(reported.toSorted()).toEqual(drawn.map((_, at) => nameAccount(at)));
      }),
    );
  });

  it('is reported in the same bytes each time, the largest first, with the differences', () => {
    const counts = [40, 10, 5, 3, 1, 0];
    const kindOf = (at: number) => {
      let sum = 0;
      return counts.findIndex((size) => {
        sum += size;
        return at < sum;
      });
    };
    const [first, second] = [tally(makeFleet(59, kindOf)), tally(makeFleet(59, kindOf))];
    expect(formatSafeJson(first)).toBe(formatSafeJson(second));
    expect(first.clusters.map(({ accounts }) => accounts.length)).toEqual([40, 10, 5, 3]);
    const differences = [...first.clusters, ...first.outliers].map(({ difference }) => ({
      from: difference?.from,
      has: difference?.has.map(({ path }) => path),
      lacks: difference?.lacks.map(({ path }) => path),
    }));
    expect(differences).toEqual([
      { from: undefined, has: undefined, lacks: undefined },
      { from: 1, has: ['connectors/Mailer'], lacks: [] },
      { from: 1, has: ['cycles/CRM to Files#2'], lacks: [] },
      { from: 1, has: [], lacks: ['cycles/CRM to Files/steps/Write/fields/Email'] },
      { from: 4, has: ['cycles/Nightly'], lacks: ['cycles/CRM to Files'] },
    ]);
  });
});

describe('The values of a shape', () => {
  it('are the same in all, vary, or begin as new ones do, each with how many have it', () => {
    const { clusters } = tally([
      sketch('a', { timezone: plain('UTC'), name: plain('A'), tags: plain(['x']) }),
      sketch('b', { timezone: plain('UTC'), name: plain('B') }),
      sketch('c', { timezone: plain('UTC'), name: plain('B'), tags: plain(['x']) }),
    ]);
    expect(clusters[0]?.values).toEqual([
      {
        path: 'name',
        kind: 'varies',
        accounts: 3,
        values: [
          { value: 'B', accounts: 2, first: 'b' },
          { value: 'A', accounts: 1, first: 'a' },
        ],
        others: 0,
      },
      {
        path: 'tags',
        kind: 'varies',
        accounts: 2,
        values: [{ value: ['x'], accounts: 2, first: 'a' }],
        others: 0,
      },
      {
        path: 'timezone',
        kind: 'same',
        accounts: 3,
        values: [{ value: 'UTC', accounts: 3, first: 'a' }],
        others: 0,
      },
    ]);
  });

  it('are not shown where any account has a secret, before or after', () => {
    const { clusters } = tally([
      sketch('a', { 'x/key': plain('shown-nowhere') }),
      sketch('b', { 'x/key': { kind: 'secret' } }),
      sketch('c', { 'x/key': plain('shown-nowhere') }),
    ]);
    expect(clusters[0]?.values).toEqual([
      { path: 'x/key', kind: 'secret', accounts: 3, values: [], others: 0 },
    ]);
    const other = tally([
      sketch('a', { 'x/key': plain('shown-nowhere') }),
      sketch('b', { 'x/key': plain('shown-nowhere') }),
      makeSketchWithSecret('z'),
    ]);
    expect(JSON.stringify(other)).not.toContain('shown-nowhere');
  });

  it('are kept up to a number and a length: long texts that begin alike stay two', () => {
    const long = 'x'.repeat(100_000);
    const numbers = Array.from({ length: 500 }, (_, at) => at);
    const proposal = tally(
      numbers.map((at) =>
        sketch(nameAccount(at), { name: plain(at), text: plain(`${long}${at % 2}`) }),
      ),
    );
    const [name, text] = proposal.clusters[0]?.values ?? [];
    expect(name).toMatchObject({ accounts: 500, others: 480 });
    expect(name?.values.length).toBe(20);
    expect(text?.values.map(({ accounts }) => accounts)).toEqual([250, 250]);
    expect(JSON.stringify(proposal.clusters[0]?.values).length).toBeLessThan(4000);
  });
});

function makeSketchWithSecret(account: string): AccountProfile {
  const other = sketch(account, { 'x/key': { kind: 'secret' } });
  return { ...other, parts: [{ path: 'cycles/x' as FieldPath, form: 'made' }] };
}

describe('Five thousand accounts', () => {
  it('are reported in some hundred lines, and hostile names in them do nothing', () => {
    const shapes = Array.from({ length: 700 }, (_, at) => ({
      connectors: ['CRM', `Connector \u001b[2J\u202e ${at % 300}`, ...(at >= 300 ? ['Solo'] : [])],
      cycles: [{ template: `Template ${at}`, fields: ['Name'] }],
    }));
    function* fleet(): Iterable<AccountProfile> {
      for (let number = 0; number < 5000; number += 1) {
        const kind = shapes[number < 4000 ? number % 50 : number % 700];
        if (kind !== undefined) yield makeSketch(nameAccount(number), kind);
      }
    }
    const text = formatProposalText(tally(fleet()), frame, plainPaint).join('');
    expect(text.split('\n').length).toBeLessThan(600);
    expect(text).toMatch(/more profiles? of \d+ accounts/);
    const line = text.replaceAll('\n', '');
    expect(toVisible(line)).toBe(line);
    expect(findWideLines(text)).toEqual([]);
  });

  it('are counted beyond the shapes that are kept, by their accounts', () => {
    const kindOf = (number: number) => ({
      connectors: [`Connector ${Math.min(number, 1000)}`],
      cycles: [],
    });
    const sketches = Array.from({ length: 1010 }, (_, at) =>
      makeSketch(nameAccount(at), kindOf(at)),
    );
    const proposal = tally(sketches);
    expect(proposal).toMatchObject({ accounts: 1010, shapes: 1001, moreOutliers: 990 });
    expect(proposal.clusters).toMatchObject([{ parts: null, values: [], difference: null }]);
    const text = formatProposalText(proposal, frame, plainPaint).join('');
    expect(text).toContain('No details: the limit of detailed profiles');
  });
});

it('An account takes as much work as the first one, however many came before it', () => {
  const visits = (size: number): number => {
    let seen = 0;
    const counted = new ProfileTally();
    const { parts, values } = makeSketch('x', kinds[1] ?? { connectors: [], cycles: [] });
    const count = <T extends object>(target: T): T =>
      new Proxy(target, {
        get: (own, name) => {
          seen += 1;
          const value = Reflect.get(own, name);
          return typeof value === 'function' ? value.bind(own) : value;
        },
      });
    for (let number = 0; number < size; number += 1) {
      const own = new Map([...values].map(([path, value]) => [path, count({ ...value })]));
      counted.add({
        account: nameAccount(number),
        parts: parts.map((part) => count({ ...part })),
        values: own,
      });
    }
    return seen;
  };
  expect(visits(2000)).toBe(visits(1000) * 2);
});
