import { Body } from '../http/body/body.ts';
import { Refusal } from '../http/reply.ts';
import { addAccount } from '../resources/accounts/accounts.ts';
import { findRelease } from '../resources/catalog/find-release.ts';
import { addInstalled } from '../resources/connectors/create-installed.ts';
import type { InstalledRow } from '../resources/connectors/installed-row.ts';
import { applyConsent } from '../resources/consent/apply-consent.ts';
import { startCycle } from '../resources/cycles/activation.ts';
import type { CycleRow } from '../resources/cycles/cycle-row.ts';
import { writeCycle } from '../resources/cycles/find-cycle.ts';
import { addFromTemplate } from '../resources/templates/create-from-template.ts';
import { listLiveTemplates } from '../resources/templates/find-template.ts';
import type {
  WorldAccount,
  WorldInstalledConnector,
  WorldInstalledCycle,
} from '../world/file/world.ts';
import { WorldError, type WorldProblem, withNullPlace } from '../world/file/world-error.ts';
import type { State } from './state.ts';

/** Creates accounts by the rules of requests; collects all refusals in one WorldError. */
export function createSeedAccounts(state: State, accounts: readonly WorldAccount[]): void {
  const problems: WorldProblem[] = [];
  for (const [index, account] of accounts.entries()) {
    try {
      createSeedAccount(state, account);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const message = `Account '${account.id}' cannot be created: ${error.message}`;
      problems.push({ kind: 'rule', path: ['accounts', index], message });
    }
  }
  if (problems.length > 0) throw new WorldError(withNullPlace(problems));
}

function createSeedAccount(state: State, written: WorldAccount): void {
  const { id, name, description, timezone } = written;
  const account = addAccount(state, new Body({ id, name: name ?? id, description, timezone }));
  for (const connector of written.connectors ?? []) {
    createSeedConnector(state, account.id, connector);
  }
  for (const cycle of written.cycles ?? []) {
    createSeedCycle(state, account.id, cycle);
  }
}

function createSeedCycle(state: State, accountId: string, written: WorldInstalledCycle): void {
  const template = listLiveTemplates(state).find((each) => each.name === written.template);
  if (template === undefined) {
    throw new Error(`Template '${written.template}' passed its check and is not there.`);
  }
  const made = addFromTemplate(state, accountId, template);
  const named: CycleRow = {
    ...made,
    name: written.name ?? made.name,
    tags: written.tags ?? made.tags,
    variables: made.variables.map((each) => ({
      ...each,
      value: written.variables?.[each.displayName] ?? each.value,
      isOwn: written.variables?.[each.displayName] !== undefined,
    })),
  };
  writeCycle(state, named);
  if (written.active !== undefined) {
    writeCycle(state, startCycle(state, named, new Body(written.active)));
  }
}

function createSeedConnector(
  state: State,
  accountId: string,
  written: WorldInstalledConnector,
): InstalledRow {
  const release = findRelease(state.releases, written.connector, written.version);
  if (release === undefined) {
    throw new Error(`Connector '${written.connector}' passed its check and is not there.`);
  }
  const authentication = release.authentication.find(
    (each) => each.name === written.authentication,
  );
  const row = addInstalled(state, accountId, {
    release,
    body: new Body({
      Name: written.name,
      Description: written.description,
      AuthenticationId: authentication?.id,
      AuthValue: written.authValue,
      Properties: Object.entries(written.properties ?? {}).map(([Name, Value]) => ({
        Name,
        Value,
      })),
    }),
  });
  return written.authenticated === true ? applyConsent(state, row) : row;
}
