import type { Address } from '../../../src/model/address.ts';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import type { AccountOutcome } from '../../../src/model/plan/outcome.ts';
import { became, contacts, crm, mailer, operation } from './samples.ts';

// Rare outcomes of an apply, one account each.

/** Something that is wrong. */
export function fail(code: Diagnostic['code'], summary: string, detail?: string): Diagnostic {
  return { code, severity: 'error', summary, ...(detail === undefined ? {} : { detail }) };
}

/** An account of which a cycle waits for a person. */
export function waiting(account: string): AccountOutcome {
  const outcomes = [
    became(operation(crm, 'installs Sample CRM'), 'done'),
    became(
      operation(contacts, 'starts it', {
        action: { kind: 'activate-cycle', schedule: { kind: 'every', every: '1h' } },
      }),
      'waiting',
    ),
  ];
  return { account, outcomes, diagnostics: [] };
}

/** An account of which a request failed, and what was to follow was left out. */
export function broken(account: string): AccountOutcome {
  const install = operation(crm, 'installs Sample CRM');
  const template = operation(contacts, 'installs the template', { after: [install.id] });
  const map = operation(contacts, 'sets a mapping', { after: [template.id] });
  const refused = fail(
    'request-failed',
    `${crm}: installs Sample CRM failed`,
    '400 refused on POST /account/connectors: Name in use.',
  );
  const outcomes = [
    became(install, 'failed', [refused]),
    became(template, 'skipped'),
    became(map, 'skipped'),
    became(operation(mailer, 'installs Sample Mailer'), 'unknown'),
  ];
  return { account, outcomes, diagnostics: [] };
}

/** An account that was left before it was done. */
export function stopped(account: string): AccountOutcome {
  const outcomes = [
    became(operation(crm, 'installs Sample CRM'), 'done'),
    became(operation(contacts, 'installs the template'), 'skipped'),
  ];
  return { account, outcomes, diagnostics: [] };
}

/** An account with a cycle that is paused and could not be started again. */
export function leftPaused(account: string): AccountOutcome {
  const inWindow = (does: string, address: Address = contacts) =>
    operation(address, does, { window: contacts });
  const outcomes = [
    became(inWindow('pauses it'), 'skipped'),
    became(inWindow('sets Source'), 'failed', [
      fail('request-failed', `${contacts}: sets Source failed`, '500 on PUT /cycles'),
      fail('left-paused', `${contacts}: the cycle is paused and could not be started again`),
    ]),
    became(inWindow('starts it'), 'skipped'),
  ];
  return { account, outcomes, diagnostics: [] };
}

/** An account that is not as it was planned. */
export function stale(account: string): AccountOutcome {
  const diagnostics = [
    fail('plan-stale', `${account} changed since the plan: the manifest has changed`),
  ];
  return { account, outcomes: [], diagnostics };
}
