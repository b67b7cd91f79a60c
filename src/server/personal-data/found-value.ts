/** In the order in which overlapping finds win. */
export type PersonalDataKind = 'email' | 'cnpj' | 'address' | 'cpf' | 'card' | 'phone' | 'name';

export interface FoundValue {
  kind: PersonalDataKind;
  /** Equal for all writings of one value. */
  key: string;
  start: number;
  end: number;
}
