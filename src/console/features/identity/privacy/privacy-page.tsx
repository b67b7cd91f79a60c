import messages from '../../../../../locales/pt-BR/privacy.json';
import { LegalPage } from '../auth-pages/legal-page.tsx';

export const PrivacyPage = () => <LegalPage text={messages} />;
