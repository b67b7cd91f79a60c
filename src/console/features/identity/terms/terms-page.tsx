import words from '../../../../../locales/pt-BR/terms.json';
import { LegalPage } from '../auth-pages/legal-page.tsx';

/** The terms of use between a customer and the platform. */
export const TermsPage = () => <LegalPage text={words} />;
