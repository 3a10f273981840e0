import type { CallLimits } from '../../../src/emulator/calls/limits.ts';
import type { Choices } from '../../../src/emulator/world/choices.ts';
import type {
  WorldApi,
  WorldAuthentication,
  WorldMethod,
} from '../../../src/emulator/world/file/world.ts';
import { type Came, serveThirdParty, type ThirdPartyAnswer } from '../support/serve-third-party.ts';
import type { Answer } from '../support/start-emulator.ts';
import { type Account, openConnectors, type Values } from './open-connectors.ts';

/** A third party at a socket of its own and an account with one connector to it. */
export interface Party {
  readonly account: Account;
  /** Requests that the third party received. */
  readonly came: readonly Came[];
  readonly url: string;
  /** The installed connector. */
  readonly id: number;
  /** Its one method, from the catalog. */
  readonly method: Answer['body'];
  call(values?: Values): Promise<Answer>;
}

interface PartyOptions {
  readonly method: Partial<WorldMethod>;
  readonly serve?: (came: Came) => ThirdPartyAnswer | null;
  readonly api?: Partial<WorldApi>;
  readonly authentication?: WorldAuthentication['type'];
  readonly install?: Readonly<Record<string, unknown>>;
  readonly limits?: Partial<CallLimits>;
  readonly choices?: Partial<Choices>;
}

/** `{url}` in the base address is that of the third party. */
export async function openParty(options: PartyOptions): Promise<Party> {
  const { api = {}, authentication = 'None', install = {}, limits = {}, choices = {} } = options;
  const { url, came } = await serveThirdParty(
    options.serve ?? (() => ({ status: 200, json: { fine: true } })),
  );
  const baseUrl = (api.baseUrl ?? '{url}').replace('{url}', url);
  const account = await openConnectors({
    limits,
    choices,
    world: {
      connectors: [
        {
          name: 'Party',
          authentication: [{ name: 'one', type: authentication }],
          api: { ...api, baseUrl },
          releases: [
            {
              version: '1',
              properties: [{ name: 'place' }, { name: 'key', sensitive: true }],
              methods: [{ name: 'Do', endpoint: 'GET /x', ...options.method }],
            },
          ],
        },
      ],
    },
  });
  const id = await account.install('Party', { ...install });
  const method = await account.findMethod('Party', 'Do');
  return {
    account,
    came,
    url,
    id,
    method,
    call: (values) => account.callMethod(id, method, values),
  };
}
