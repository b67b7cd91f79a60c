/** The texts of the form to leave a message. */
export const title = 'Deixar um recado';
export const name = 'Nome';
export const email = 'E-mail';
export const whatsapp = 'WhatsApp';
export const question = 'Recado';
export const honeypot = 'Site';
export const privacy = 'Política de privacidade';
export const send = 'Enviar recado';
export const cancel = 'Cancelar';
export const sent = 'Recado enviado. Obrigado! Alguém vai responder a você.';
export const failed = 'Não conseguimos enviar. Tente de novo.';
export const needsName = 'Informe seu nome';
export const needsContact = 'Informe um e-mail ou WhatsApp';
export const needsQuestion = 'Escreva o recado';
export const needsConsent = 'Marque para enviar';
