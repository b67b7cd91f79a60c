/** The localStorage keys of everything that the console stores on the device. */
export const KEYS = {
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
  language: 'i18nextLng',
  theme: 'theme',
  sideMenu: 'sideMenu',
  /** The entries of the side menu, for index.html. */
  menu: 'menu',
  advancedAppearance: 'advancedAppearance',
  plan: 'plan',
  accountDeletionDate: 'accountDeletionDate',
  currentContext: 'currentContext',
  contextNodePositions: 'contextNodePositions',
  recentPlaces: 'recentPlaces',
  /** Notices of the inbox on this device. */
  inboxSound: 'inboxSound',
  inboxNotices: 'inboxNotices',
  impersonating: 'impersonating',
  impersonation: 'impersonation',
  originalAccessToken: 'originalAccessToken',
  originalRefreshToken: 'originalRefreshToken',
  originalPlan: 'originalPlan',
  sessionEnding: 'sessionEnding',
} as const;
