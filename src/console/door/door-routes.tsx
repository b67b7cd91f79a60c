import { lazy, type ComponentType } from 'react';
import { LoginPage } from '../pages/login/login-page.tsx';

interface DoorRoute {
  Page: ComponentType;
  /** For whoever is not signed in: others are sent on to where they were going. */
  forGuests?: boolean;
}

/**
 * The pages outside the workspace, by address: plain React, each loaded on its own but
 * the first, which would only be one more request.
 */
export const doorRoutes: Record<string, DoorRoute> = {
  '/login': {
    Page: LoginPage,
    forGuests: true,
  },
  '/login/social': {
    Page: lazy(() =>
      import('../pages/login-social/login-social-page.tsx').then((page) => ({ default: page.LoginSocialPage })),
    ),
    forGuests: true,
  },
  '/register': {
    Page: lazy(() => import('../pages/register/register-page.tsx').then((page) => ({ default: page.RegisterPage }))),
    forGuests: true,
  },
  '/verify-email': {
    Page: lazy(() =>
      import('../pages/verify-email/verify-email-page.tsx').then((page) => ({ default: page.VerifyEmailPage })),
    ),
    forGuests: true,
  },
  '/forgot-password': {
    Page: lazy(() =>
      import('../pages/forgot-password/forgot-password-page.tsx').then((page) => ({
        default: page.ForgotPasswordPage,
      })),
    ),
    forGuests: true,
  },
  '/reset-password': {
    Page: lazy(() =>
      import('../pages/reset-password/reset-password-page.tsx').then((page) => ({ default: page.ResetPasswordPage })),
    ),
  },
  '/invitation/:token': {
    Page: lazy(() =>
      import('../pages/invitation/invitation-page.tsx').then((page) => ({ default: page.InvitationPage })),
    ),
  },
  '/preview/:id': {
    Page: lazy(() => import('../pages/demo/demo-page.tsx').then((page) => ({ default: page.DemoPage }))),
  },
  '/expired': {
    Page: lazy(() => import('../pages/expired/expired-page.tsx').then((page) => ({ default: page.ExpiredPage }))),
  },
  '/terms': {
    Page: lazy(() => import('../pages/terms/terms-page.tsx').then((page) => ({ default: page.TermsPage }))),
  },
  '/privacy': {
    Page: lazy(() => import('../pages/privacy/privacy-page.tsx').then((page) => ({ default: page.PrivacyPage }))),
  },
  '/404': {
    Page: lazy(() => import('../pages/not-found/not-found-page.tsx').then((page) => ({ default: page.NotFoundPage }))),
  },
};

/** The page outside the workspace that stands at an address; undefined where none does. */
export const doorAt = (pathname: string): DoorRoute | undefined => {
  const [, first] = /^\/(invitation|preview)\/[^/]+$/.exec(pathname) ?? [];
  return doorRoutes[first === undefined ? pathname : first === 'preview' ? '/preview/:id' : '/invitation/:token'];
};
