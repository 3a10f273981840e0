import { type Body, type Given, update, withDefault } from '../../http/body/body.ts';
import { Refusal } from '../../http/reply.ts';
import type { Choices } from '../../world/choices.ts';
import type { AccountRow } from './account-row.ts';

type Settings = Omit<AccountRow, 'id' | 'externalId' | 'parentId' | 'createdAtMs'>;

export const newAccountSettings: Settings = {
  name: '',
  description: null,
  auditInfo: null,
  taskAuditInfo: null,
  timezone: 'UTC',
  successRetentionHours: null,
  erroredRetentionHours: null,
  webhookEnabled: false,
  webhookUrl: null,
  webhookIncludeWarnings: false,
};

/**
 * Applies a partial update: absent keeps, null clears, a wrong type changes nothing. Statuses and
 * texts as in SERVICE A.1 [T]; a choice decides about a bad time zone.
 */
export function applySettings(stored: Settings, body: Body, choices: Choices): Settings {
  const name = body.text('Name');
  const timezone = body.text('Timezone');
  const zone = withDefault(timezone, stored.timezone);
  if (withDefault(name, name.kind === 'null' ? '' : stored.name) === '') {
    throw new Refusal(400, 'Name is required');
  }
  if (timezone.kind === 'value' && choices.invalidTimezone === 'refused' && !isTimezone(zone)) {
    throw new Refusal(400, `Timezone '${zone}' is not a valid time zone.`);
  }
  return {
    name: withDefault(name, stored.name),
    description: update(stored.description, body.text('Description')),
    auditInfo: update(stored.auditInfo, body.text('AuditInfo')),
    taskAuditInfo: update(stored.taskAuditInfo, body.text('TaskAuditInfo')),
    timezone: zone,
    ...applyRetention(stored, body, choices),
    ...applyWebhook(stored, body),
  };
}

/** Updates an account; a choice decides if that writes and clears its audit texts, as a create does. */
export function updateSettings(stored: Settings, body: Body, choices: Choices): Settings {
  const updated = applySettings(stored, body, choices);
  const choose = (before: string | null, after: string | null) => {
    if (choices.auditInfoUpdate === 'written') return after;
    return after === null || choices.auditInfoUpdate === 'ignored' ? before : after;
  };
  return {
    ...updated,
    auditInfo: choose(stored.auditInfo, updated.auditInfo),
    taskAuditInfo: choose(stored.taskAuditInfo, updated.taskAuditInfo),
  };
}

type Retention = Pick<AccountRow, 'successRetentionHours' | 'erroredRetentionHours'>;

/** Retention hours of an account or a cycle, silently lowered to the maximum (SERVICE A.1 [T]). */
export function applyRetention(
  { successRetentionHours, erroredRetentionHours }: Retention,
  body: Body,
  choices: Choices,
): Retention {
  const apply = (stored: number | null, field: string) => {
    const given = body.integer(field);
    if (given.kind === 'value' && given.value < 0) {
      throw new Refusal(400, `${field} (${given.value}): must be non negative`);
    }
    const hours = update(stored, given);
    return hours === null ? null : Math.min(hours, choices.retentionMaximumHours);
  };
  return {
    successRetentionHours: apply(successRetentionHours, 'StepDataSuccessRetentionHours'),
    erroredRetentionHours: apply(erroredRetentionHours, 'StepDataErroredRetentionHours'),
  };
}

function applyWebhook(
  stored: Settings,
  body: Body,
): Pick<Settings, 'webhookEnabled' | 'webhookUrl' | 'webhookIncludeWarnings'> {
  const enabled = body.boolean('TransactionErrorWebhookEnabled');
  const url = body.text('TransactionErrorWebhookUrl');
  // Check the request alone: a stored URL does not count.
  if (withDefault(enabled, false) && withDefault(url, '') === '') {
    throw new Refusal(
      400,
      'Transaction Error Webhook enabled: Transaction Error Webhook URL must be defined',
    );
  }
  return {
    webhookEnabled: withDefault(enabled, stored.webhookEnabled),
    webhookUrl: update(stored.webhookUrl, withScheme(url)),
    webhookIncludeWarnings: withDefault(
      body.boolean('TransactionErrorWebhookIncludeWarnings'),
      stored.webhookIncludeWarnings,
    ),
  };
}

function withScheme(url: Given<string>): Given<string> {
  if (url.kind !== 'value') {
    return url;
  }
  if (url.value === '') {
    return { kind: 'null' };
  }
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(url.value) ? url.value : `https://${url.value}`;
  if (/\s/.test(full) || !URL.canParse(full)) {
    throw new Refusal(400, `${full} is not a valid URL`);
  }
  return { kind: 'value', value: full };
}

/** Time zones that were given before: to look one up takes longer than all else about a request. */
const knownTimezones = new Set(['UTC']);

function isTimezone(name: string): boolean {
  if (knownTimezones.has(name)) {
    return true;
  }
  if (!name.includes('/')) {
    return false;
  }
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    knownTimezones.add(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) {
      return false;
    }
    throw error;
  }
}
