import { toPointer } from '../../../kit/json/json-pointer.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { WrittenProject } from '../../../model/manifest/manifest.generated.ts';
import { listEnvironments } from '../placeholders/scope.ts';
import type { Rule } from './rule.ts';

/**
 * Headers for credentials, routing and framing. The account header holds an id that a manifest
 * chooses.
 */
const taken =
  /^(?:authorization|proxy-.*|cookie|host|forwarded|x-forwarded-.*|x-original-.*|content-.*|transfer-encoding|te|trailer|connection|keep-alive|upgrade|expect|accept.*|user-agent)$/i;

/** Requires an account header that has no other meaning. */
export const checkAccountHeader: Rule<WrittenProject> = (document) =>
  listEnvironments(document).flatMap(([name, { service }]) => {
    const header = 'emulator' in service ? undefined : service.accountHeader;
    if (header === undefined || !taken.test(header)) return [];
    const pointer = toPointer(['spec', 'environments', name, 'service', 'accountHeader']);
    return [
      reportError('header-not-allowed', {
        summary: `${header} is a reserved header and cannot select an account`,
        at: document.spanOf(pointer),
      }),
    ];
  });
