/** Features that a source names and the emulator lacks, besides operations. */
export const leftOut: readonly (readonly [what: string, instead: string, source: string])[] = [
  [
    'Requests signed by OAuth 1',
    'A call fails to authenticate the connector, and the browser route is a 400, because no source shows how the service makes its signatures.',
    'SERVICE B [D]',
  ],
  [
    'Proof keys (PKCE) in the browser route',
    'The emulator sends none, because no source names them.',
    'SPEC 4.4',
  ],
  [
    'Steps that call no method: Decision, Delay, Wait Until, Wait All',
    'A world has none, and an import of one is a 400, because no source shows them on the wire.',
    'SERVICE B [D], I.3',
  ],
  [
    'Credentials of a step by mappings (external authentication)',
    'A step uses the credentials of its connector.',
    'SERVICE D [D]',
  ],
  [
    'Rate limits that a connector defines for its third party',
    'The emulator follows 429 and Retry-After of a third party.',
    'SERVICE G [C]',
  ],
  [
    'Data types of parameters in a call',
    'Parameters are sent unchanged as text; only body fields have types.',
    'SPEC 4.1',
  ],
  [
    'Effect of a custom category on a call',
    'The emulator checks the category and makes the call without it.',
    'SPEC 4.1, SERVICE I.16',
  ],
];
