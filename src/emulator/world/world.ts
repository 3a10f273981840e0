// A world as it is written (schemas/world.schema.json): what the local service offers and holds
// when it starts. Nothing here is checked; `readWorld` turns text into a checked world.

/** What the local service offers and holds when it starts. */
export interface World {
  readonly seed?: number;
  readonly clients?: readonly WorldClient[];
  readonly connectors?: readonly WorldConnector[];
  readonly templates?: readonly WorldTemplate[];
  readonly accounts?: readonly WorldAccount[];
}

export interface WorldClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface WorldConnector {
  readonly name: string;
  readonly description?: string;
  readonly categories?: readonly string[];
  readonly native?: boolean;
  readonly authentication?: readonly WorldAuthentication[];
  readonly releases: readonly WorldRelease[];
}

export interface WorldAuthentication {
  readonly name: string;
  readonly id?: string;
  readonly type: AuthenticationType;
  readonly oauth2Type?:
    | 'Unknown'
    | 'AuthorisationCode'
    | 'ClientCredentials'
    | 'PasswordCredentials';
  readonly scheme?: string;
  readonly description?: string;
  readonly default?: true;
}

/** AuthType, SERVICE B [D]. */
export type AuthenticationType = 'ApiKey' | 'Basic' | 'OAuth1' | 'OAuth2' | 'None' | 'AuthFields';

export interface WorldRelease {
  readonly version: string;
  readonly id?: number;
  readonly draft?: boolean;
  readonly properties?: readonly WorldProperty[];
  readonly methods?: readonly WorldMethod[];
}

export interface WorldProperty {
  readonly name: string;
  readonly sensitive?: boolean;
  readonly optional?: boolean;
  readonly accountLevel?: boolean;
  readonly type?: DataType;
  readonly values?: readonly string[];
  readonly description?: string;
}

/** DataType of a field or parameter, SERVICE B [D]. */
export type DataType =
  | 'Text'
  | 'Integer'
  | 'Float'
  | 'Boolean'
  | 'DateTime'
  | 'File'
  | 'Decimal'
  | 'Undefined';

export interface WorldMethod {
  readonly name: string;
  readonly id?: number;
  readonly uniqueIdentifier?: string;
  readonly type?: MethodType;
  readonly category?: string;
  readonly description?: string;
  readonly endpoint?: string;
  readonly parameters?: readonly WorldParameter[];
  readonly fields?: readonly (string | WorldField)[];
  readonly responseFields?: readonly (string | WorldField)[];
}

/** MethodType, SERVICE B [D]. */
export type MethodType = 'Action' | 'Webhook' | 'Script';

export interface WorldParameter {
  readonly name: string;
  readonly target?: string;
  readonly type?: DataType;
  readonly required?: boolean;
  readonly sensitive?: boolean;
  readonly values?: readonly string[];
  readonly lookup?: string;
}

export interface WorldField {
  readonly location: string;
  readonly name?: string;
  readonly type?: DataType;
  readonly required?: boolean;
  readonly values?: readonly string[];
  readonly lookup?: string;
}

export interface WorldTemplate {
  readonly name: string;
  readonly id?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly published?: boolean;
  readonly freshInstallation?: boolean;
  readonly minimalInstallAnswer?: boolean;
  readonly variables?: Readonly<Record<string, string | null>>;
  readonly steps: readonly WorldStep[];
}

export interface WorldStep {
  readonly name: string;
  readonly description?: string;
  readonly connector: string;
  readonly version?: string;
  readonly method?: string;
  readonly parameters?: Readonly<Record<string, WorldMapping>>;
  readonly fields?: Readonly<Record<string, WorldMapping>>;
}

export type WorldMapping =
  | string
  | { readonly step: string; readonly field: string }
  | { readonly variable: string }
  | { readonly option: string }
  | { readonly lookup: { readonly value: string; readonly label?: string } }
  | { readonly ignore: true };

export interface WorldAccount {
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  readonly timezone?: string;
  readonly connectors?: readonly WorldInstalledConnector[];
  readonly cycles?: readonly WorldInstalledCycle[];
}

export interface WorldInstalledConnector {
  readonly name?: string;
  readonly description?: string;
  readonly connector: string;
  readonly version?: string;
  readonly authentication?: string;
  readonly authValue?: string;
  readonly authenticated?: true;
  readonly properties?: Readonly<Record<string, string>>;
}

export interface WorldInstalledCycle {
  readonly template: string;
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly active?: {
    readonly interval?: number;
    readonly startTime?: string;
    readonly runOnce?: true;
  };
}
