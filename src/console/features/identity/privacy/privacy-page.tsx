import words from '../../../../../locales/pt-BR/privacy.json';
import { LegalPage } from '../auth-pages/legal-page.tsx';

/** The privacy policy: which personal data are stored, why and for how long. */
export const PrivacyPage = () => <LegalPage text={words} />;
