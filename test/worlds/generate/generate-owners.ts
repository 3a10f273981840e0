import type {
  WrittenAccount,
  WrittenOwner,
} from '../../../src/model/manifest/manifest.generated.ts';
import { formatLine, type Line, listLines } from '../laws/left-lines.ts';
import type { Draw } from './draw.ts';

type Spec = WrittenAccount['spec'];

const patterns = [
  'description',
  'tags',
  'retention',
  'timezone',
  'auditInfo',
  'errorAction',
  'logRequests',
  'errorWebhook',
  'variables',
  'steps',
  'steps/*/fields',
  'properties',
  'connectors/*/description',
  'cycles/*/description',
];
// A secret cannot be shown.
const seededOnly = ['auth'];
// Who the others are that these have is found by name, or judged by how a cycle runs.
const unowned = new Set(['displayName', 'state', 'schedule', 'connectors']);

/** Situation in which a version is written. */
export type OwnersPast = {
  /** Changes in the console so far, as address and path. */
  readonly touched: readonly string[];
  readonly today: string;
  /** True if the account has the address of a webhook. */
  readonly hasWebhook: boolean;
};

/** A version of a manifest with other owners: rules, and differences that are ignored until a date. */
export function drawOwners(draw: Draw, written: WrittenAccount, past: OwnersPast): WrittenAccount {
  const ownership = draw.chance(45) ? drawOwnership(draw) : {};
  const ignore = draw.chance(45) ? drawIgnores(draw, written, past) : {};
  const spec: Spec = {
    ...written.spec,
    ...(Object.keys(ownership).length === 0 ? {} : { ownership }),
    ...(Object.keys(ignore).length === 0 ? {} : { ignore }),
  };
  return { ...written, spec };
}

function drawOwnership(draw: Draw): Record<string, WrittenOwner> {
  const chosen = draw.some(patterns, 30).map((pattern): [string, WrittenOwner] => {
    const owner = draw.pick<WrittenOwner>(['seeded', 'observed', 'seeded', 'observed', 'managed']);
    return [pattern, owner];
  });
  const seeded = draw.some(seededOnly, 20).map((pattern) => [pattern, 'seeded'] as const);
  return Object.fromEntries([...chosen, ...seeded]);
}

// A person ignores what others have changed, and sometimes what they have not.
function drawIgnores(
  draw: Draw,
  written: WrittenAccount,
  { touched, today, hasWebhook }: OwnersPast,
): NonNullable<Spec['ignore']> {
  const { name } = written.metadata;
  const lines = listLines(written).filter(({ names: [first = ''] }) => !unowned.has(first));
  const hot = lines.filter((line) => touched.includes(`${name}/${formatLine(line)}`));
  // No service switches a webhook on that has no address.
  const isUrl = ({ names }: Line) => names.join('/') === 'errorWebhook/url';
  const others = lines.filter((line) => !isUrl(line));
  const urls = hasWebhook ? lines.filter(isUrl) : [];
  const chosen = [...draw.some(hot, 60), ...draw.some(others, 6), ...draw.some(urls, 30)];
  const entries = chosen.map((line) => {
    const until = draw.pick(['2027-01-31', today, '2026-11-30']);
    return [formatLine(line), { until, reason: 'left until then' }] as const;
  });
  return Object.fromEntries(entries);
}
