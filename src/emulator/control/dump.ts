import { toHash } from '../../kit/hash.ts';
import { type ConsoleSettings, readSettings } from '../console/settings.ts';
import { listUsageMails, type UsageMail } from '../console/usage-mails.ts';
import type { AccountRow } from '../resources/accounts/account-row.ts';
import {
  type CustomCategoryRow,
  listCustomCategories,
} from '../resources/connectors/custom-categories.ts';
import type { InstalledRow } from '../resources/connectors/installed-row.ts';
import { isSensitive, readReleaseOf } from '../resources/connectors/to-installed-json.ts';
import type { CycleRow, StepRow } from '../resources/cycles/cycle-row.ts';
import { listCycleRows, readSteps } from '../resources/cycles/find-cycle.ts';
import type { TemplateRow, TemplateStatus } from '../resources/templates/template-row.ts';
import { listTemplateRows, toTemplateName } from '../resources/templates/template-rows.ts';
import { listUnsentWebhooks, type UnsentWebhook } from '../runs/webhooks/send-webhook.ts';
import { toWebhookIdentifier } from '../runs/webhooks/webhook-address.ts';
import type { State } from '../state/state.ts';
import { partner } from '../state/store.ts';
import type { Choices } from '../world/choices.ts';

/** The whole state as data. Credentials are fingerprints, which compare but do not sign in. */
export interface Dump {
  /** ISO UTC. */
  readonly now: string;
  readonly seed: number;
  readonly choices: Choices;
  readonly clients: readonly { readonly clientId: string; readonly clientSecret: string }[];
  readonly tokens: readonly {
    readonly fingerprint: string;
    readonly clientId: string;
    readonly expiresAt: string;
    readonly accountId: string | null;
  }[];
  readonly settings: ConsoleSettings;
  readonly templates: readonly DumpedTemplate[];
  /** Notifications of the use of tasks. */
  readonly mails: readonly UsageMail[];
  /** Webhooks that were not sent, oldest first: see src/emulator/runs/webhooks/send-webhook.ts. */
  readonly unsentWebhooks: readonly UnsentWebhook[];
  readonly accounts: readonly DumpedAccount[];
}

/** A template with the states of its releases; the first has number 1. */
interface DumpedTemplate extends Omit<TemplateRow, 'releases'> {
  readonly name: string;
  readonly releases: readonly TemplateStatus[];
}

/** An account with its objects. */
interface DumpedAccount extends AccountRow {
  readonly connectors: readonly InstalledRow[];
  readonly customCategories: readonly CustomCategoryRow[];
  readonly cycles: readonly DumpedCycle[];
}

/** A cycle with its steps in the order of execution. */
interface DumpedCycle extends CycleRow {
  /** Identifier of `/api/webhook/{identifier}`; null if the first step is no webhook. */
  readonly webhookIdentifier: string | null;
  readonly steps: readonly StepRow[];
}

/** All objects of the service, by id. */
export function toDump(state: State): Dump {
  return {
    now: new Date(state.clock.nowMs()).toISOString(),
    seed: state.seed,
    choices: state.choices,
    clients: state.clients.map(({ clientId, clientSecret }) => ({
      clientId,
      clientSecret: toFingerprint(clientSecret),
    })),
    tokens: state.tokens.list(partner).map(({ id, value }) => ({
      fingerprint: `sha256:${id.slice(0, 12)}`,
      clientId: value.clientId,
      expiresAt: new Date(value.expiresAtMs).toISOString(),
      accountId: value.accountId,
    })),
    settings: readSettings(state),
    templates: listTemplateRows(state).map(toDumpedTemplate),
    mails: listUsageMails(state),
    unsentWebhooks: listUnsentWebhooks(state),
    accounts: state.accounts
      .list(partner)
      .map(({ value }) => toDumpedAccount(state, value))
      .sort((left, right) => (left.id < right.id ? -1 : 1)),
  };
}

/** Prefix of a hash; equal secrets have equal prefixes. */
function toFingerprint(secret: string): string {
  return `sha256:${toHash(secret).slice(0, 12)}`;
}

function toDumpedTemplate(row: TemplateRow): DumpedTemplate {
  return { ...row, name: toTemplateName(row), releases: row.releases.map(({ status }) => status) };
}

function toDumpedAccount(state: State, account: AccountRow): DumpedAccount {
  return {
    ...account,
    connectors: state.installed
      .list(account.id)
      .map(({ value }) => toDumpedInstalled(state, value))
      .sort((left, right) => left.id - right.id),
    customCategories: listCustomCategories(state, account.id),
    cycles: listCycleRows(state, account.id)
      .map((cycle) => toDumpedCycle(state, cycle))
      .sort((left, right) => (left.id < right.id ? -1 : 1)),
  };
}

function toDumpedCycle(state: State, cycle: CycleRow): DumpedCycle {
  const steps = readSteps(state, cycle);
  const [first] = steps;
  const webhookIdentifier =
    first?.method.type === 'Webhook' ? toWebhookIdentifier(state, first.id) : null;
  return { ...cycle, webhookIdentifier, steps: steps.map(toDumpedStep) };
}

function toDumpedInstalled(state: State, row: InstalledRow): InstalledRow {
  const release = readReleaseOf(state, row);
  return {
    ...row,
    authValue: row.authValue === null ? null : toFingerprint(row.authValue),
    properties: row.properties.map((property) =>
      property.value !== null && isSensitive(release, property.name)
        ? { ...property, value: toFingerprint(property.value) }
        : property,
    ),
  };
}

function toDumpedStep(step: StepRow): StepRow {
  const sensitive = step.method.parameters.filter((item) => item.isSensitive);
  const hidden = sensitive.flatMap(({ id }) => {
    const mapping = step.mappings[id];
    return mapping === undefined || mapping.value === null
      ? []
      : [[id, { ...mapping, value: toFingerprint(mapping.value) }] as const];
  });
  return { ...step, mappings: { ...step.mappings, ...Object.fromEntries(hidden) } };
}
