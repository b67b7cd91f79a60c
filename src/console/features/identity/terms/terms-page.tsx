import messages from '../../../../../locales/pt-BR/terms.json';
import { LegalPage } from '../auth-pages/legal-page.tsx';

export const TermsPage = () => <LegalPage text={messages} />;
