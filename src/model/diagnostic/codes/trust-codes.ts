/** Diagnostics of attacks that an unreviewed branch could try. */
export const trustCodes = {
  'secret-of-cyclectl': {
    means:
      'A manifest would send a secret that cyclectl itself uses to another system: credentials of an environment or its store, a variable CYCLECTL_*, an identity of age, or a proxy.',
    remedy: 'Name a secret that is meant for this place.',
  },
  'private-folder': {
    means:
      'A manifest names a path in .cyclectl, .git or node_modules, which hold keys, stores and files of other programs.',
    remedy: 'Move the file to another place in the project folder.',
  },
  'header-not-allowed': {
    means: 'The account header of a service is a header that HTTP itself or the sign-in needs.',
    remedy: 'Write the name of the header that the service uses. The default is X-Service-Account.',
  },
  'origin-not-allowed': {
    means: 'A manifest names an address that is not in CYCLECTL_ALLOW_ORIGINS.',
    remedy:
      'If you trust it, add its origin to that variable in the settings of the machine; a branch cannot.',
  },
  'variable-not-allowed': {
    means: 'A manifest names a variable that is not in CYCLECTL_ALLOW_ENV.',
    remedy:
      'If it is intended, add its name to that variable in the settings of the machine; a branch cannot.',
  },
  'bounds-missing': {
    means:
      'CI is set and the environment has a real service, but the allowed origins and variables are not configured.',
    remedy:
      'Set CYCLECTL_ALLOW_ORIGINS and CYCLECTL_ALLOW_ENV in the settings of CI, not in the repository.',
  },
  'address-changed': {
    means: 'The address of an environment differs from the address in its store. Nothing was sent.',
    remedy: 'If the service has a new address, accept it with cyclectl state accept-address.',
  },
} as const;
