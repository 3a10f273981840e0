import { type DumpedAccount, type DumpedCycle, labelDumped } from '../console/dumped.ts';
import type { Line } from './left-lines.ts';

type LineValue = string | number | boolean | null | undefined;

/** The value of a line in the service, as text; null where its object is not there. */
export function readLine(account: DumpedAccount, line: Line, id: string): string | null {
  const [kind] = line.within;
  if (kind === undefined) return JSON.stringify(readAccount(account, line) ?? null);
  if (kind === 'connectors') {
    const connector = account.connectors.find((each) => String(each.id) === id);
    if (connector === undefined) return null;
    const [first, name] = line.names;
    const property = connector.properties.find((each) => each.name === name)?.value;
    const { description, authValue: auth, name: displayName } = connector;
    const own: Readonly<Record<string, LineValue>> = { description, auth, displayName };
    return JSON.stringify((first === 'properties' ? property : own[first ?? '']) || null);
  }
  const cycle = account.cycles.find((each) => each.id === id && each.status !== 'DeleteScheduled');
  return cycle === undefined ? null : JSON.stringify(readCycle(cycle, line.names) ?? null);
}

function readAccount(account: DumpedAccount, { names: [first, second] }: Line): LineValue {
  switch (first) {
    case 'displayName':
      return account.name;
    case 'description':
      return account.description || null;
    case 'timezone':
      return account.timezone;
    case 'auditInfo':
      return account.auditInfo || null;
    case 'taskAuditInfo':
      return account.taskAuditInfo || null;
    case 'retention':
      return readHours(account, second);
    default:
      break;
  }
  if (second === 'url') return account.webhookUrl;
  return second === 'enabled' ? account.webhookEnabled : account.webhookIncludeWarnings;
}

function readCycle(cycle: DumpedCycle, names: readonly string[]): unknown {
  const [first, second = '', ...rest] = names;
  const isLaunch = rest[0] === 'launchVisible';
  const [slot, target] = isLaunch ? rest.slice(1) : rest;
  switch (first) {
    case 'displayName':
      return cycle.name;
    case 'description':
      return cycle.description || null;
    case 'tags':
      return cycle.tags.filter((tag) => !tag.startsWith('cyclectl:')).toSorted();
    case 'retention':
      return readHours(cycle, second);
    case 'errorAction':
      return cycle.stepErrorAction;
    case 'collectionSplit':
      return cycle.collectionSplitType;
    case 'logRequests':
      return cycle.logStepDataRequests;
    case 'shareable':
      return cycle.shareable;
    case 'variables':
      return cycle.variables.find(({ displayName }) => displayName === second)?.value;
    case 'steps': {
      const step = labelDumped(cycle).get(second);
      const items = step?.method[slot === 'fields' ? 'fields' : 'parameters'];
      const item = items?.find(({ key }) => key === target);
      if (step === undefined || item === undefined) return undefined;
      const found = step.mappings[item.id];
      if (isLaunch) return found?.isLaunchVisible ?? false;
      const { isOwn: _own, isLaunchVisible: _shown, ...mapping } = found ?? noMapping;
      // A field that was never mapped reads as Ignore.
      return mapping.type === 'Ignore' || mapping.type === null ? null : mapping;
    }
    case 'state':
      return cycle.status === 'Active';
    case 'schedule':
      return cycle.status === 'Active' ? cycle.activation?.intervalMinutes : undefined;
    default:
      return undefined;
  }
}

const noMapping = { type: null, isOwn: false, isLaunchVisible: false };

function readHours(
  hours: Pick<DumpedCycle, 'successRetentionHours' | 'erroredRetentionHours'>,
  name: string | undefined,
): LineValue {
  return name === 'successHours' ? hours.successRetentionHours : hours.erroredRetentionHours;
}
