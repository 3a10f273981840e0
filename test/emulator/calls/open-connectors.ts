import { expect } from 'vitest';
import type { Emulator, EmulatorOptions } from '../../../src/emulator/emulator.ts';
import { type Answer, type Caller, signIn, startEmulator } from '../support/start-emulator.ts';
import { quickstartWorld } from '../support/worlds.ts';

/** An account of the quickstart's world and a way to install and call in it. */
export interface Account {
  readonly emulator: Emulator;
  readonly caller: Caller;
  /** Installs a connector by its name and gives its id. */
  install(connector: string, body?: Record<string, unknown>): Promise<number>;
  /** Method of an installed connector's release, from the catalog. */
  findMethod(connector: string, name: string): Promise<Answer['body']>;
  /** POST …/methods/{methodId} with values by name, put to their numeric ids. */
  callMethod(id: number, method: Answer['body'], values?: Values): Promise<Answer>;
  /** POST …/methods/{methodId}/body. */
  callBody(id: number, method: Answer['body'], body?: unknown): Promise<Answer>;
}

export interface Values {
  readonly Parameters?: Readonly<Record<string, unknown>>;
  readonly Fields?: Readonly<Record<string, unknown>>;
  readonly Mergefields?: Readonly<Record<string, unknown>>;
}

/** Opens an account `northwind`. */
export async function openConnectors(options: Partial<EmulatorOptions> = {}): Promise<Account> {
  const emulator = await startEmulator({ world: quickstartWorld, ...options });
  const partner = await signIn(emulator);
  await partner.call('POST', '/v1.0/accounts', { Id: 'northwind', Name: 'Northwind' });
  const caller = partner.inside('northwind');
  return {
    emulator,
    caller,
    install: async (connector, body = {}) => {
      const path = `/v1.0/connectors/${encodeURIComponent(connector)}/install`;
      const { status, body: installed } = await caller.call('POST', path, body);
      expect(status, JSON.stringify(installed)).toBe(200);
      return installed.Id;
    },
    findMethod: async (connector, name) => {
      const path = `/v1.0/connectors/${encodeURIComponent(connector)}/methods`;
      const { body } = await caller.call('GET', path);
      return body.find((each: Answer['body']) => each.Name === name);
    },
    callMethod: async (id, method, { Parameters, Fields, Mergefields } = {}) => {
      const path = `/v1.0/account/connectors/${id}/methods/${method.Id}`;
      return caller.call('POST', path, {
        Parameters: toIds(method.Parameters, 'TargetName', Parameters),
        Fields: toIds(method.RequestFields, 'Location', Fields),
        Mergefields: toIds(method.Parameters, 'TargetName', Mergefields),
      });
    },
    callBody: async (id, method, body = {}) => {
      const path = `/v1.0/account/connectors/${id}/methods/${method.MethodUniqueIdentifier}/body`;
      return caller.call('POST', path, body);
    },
  };
}

function toIds(
  items: Answer['body'],
  key: 'TargetName' | 'Location',
  values: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const item = items.find((each: Answer['body']) => each[key] === name);
      return [String(item?.Id ?? name), value];
    }),
  );
}
