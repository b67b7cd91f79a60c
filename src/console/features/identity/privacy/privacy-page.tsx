import words from '../../../../../locales/pt-BR/privacy.json';
import { LegalPage } from '../auth-pages/legal-page.tsx';

/** Which data of whom are kept, what for and how long. */
export const PrivacyPage = () => <LegalPage text={words} />;
