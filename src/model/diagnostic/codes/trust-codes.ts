/** Diagnostics of what a branch that nobody has looked at might try. */
export const trustCodes = {
  'secret-of-cyclectl': {
    means:
      'A manifest names a secret that cyclectl itself uses, at a place from where it would be sent elsewhere: what an environment signs in with or finds its store with, a variable CYCLECTL_*, an identity of age, a proxy.',
    remedy: 'Name a secret that is meant for this place.',
  },
  'private-folder': {
    means:
      'A manifest names a path in .cyclectl, .git or node_modules, where keys, stores and foreign files lie.',
    remedy: 'Put the file elsewhere in the project folder.',
  },
  'header-not-allowed': {
    means: 'The account header of a service is one that HTTP itself or signing in needs.',
    remedy: 'Write the name that the service has for it; X-Service-Account by default.',
  },
  'origin-not-allowed': {
    means: 'A manifest names an address that is not in CYCLECTL_ALLOW_ORIGINS.',
    remedy:
      'If you know it, add its origin to that variable in the settings of the machine; a branch cannot.',
  },
  'variable-not-allowed': {
    means: 'A manifest names a variable that is not in CYCLECTL_ALLOW_ENV.',
    remedy:
      'If it is meant for this, add its name to that variable in the settings of the machine; a branch cannot.',
  },
  'bounds-missing': {
    means:
      'CI is set, the environment has a real service, and nobody has said where credentials may go and which variables manifests may name.',
    remedy:
      'Set CYCLECTL_ALLOW_ORIGINS and CYCLECTL_ALLOW_ENV in the settings of CI, not in the repository.',
  },
  'address-changed': {
    means:
      'The address of an environment is not the one that its store remembers. Nothing was sent.',
    remedy: 'If it has moved, a person says so: cyclectl state accept-address.',
  },
} as const;
