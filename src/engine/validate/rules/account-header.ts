import { toPointer } from '../../../kit/json/json-pointer.ts';
import type { WrittenProject } from '../../../model/manifest/manifest.generated.ts';
import { listEnvironments } from '../placeholders/list-environments.ts';
import type { Rule } from './rule.ts';

/**
 * Headers that say who asks, where the request goes or where it ends. The account's id stands in the account
 * header, and a manifest chooses that id.
 */
const taken =
  /^(?:authorization|proxy-.*|cookie|host|forwarded|x-forwarded-.*|x-original-.*|content-.*|transfer-encoding|te|trailer|connection|keep-alive|upgrade|expect|accept.*|user-agent)$/i;

/** The header that selects an account is one that means nothing else. */
export const accountHeader: Rule<WrittenProject> = (document) =>
  listEnvironments(document).flatMap(([name, { service }]) => {
    const header = 'emulator' in service ? undefined : service.accountHeader;
    if (header === undefined || !taken.test(header)) return [];
    const pointer = toPointer(['spec', 'environments', name, 'service', 'accountHeader']);
    return [
      {
        code: 'header-not-allowed',
        severity: 'error',
        summary: `${header} has a meaning of its own and cannot select an account`,
        at: document.spanOf(pointer),
      } as const,
    ];
  });
