/** Bots in Nepali. */

import type { en } from './en';

export const ne: Record<keyof typeof en, string> = {
  'bots.title': 'बोटहरू',
  'bots.places': 'बोटहरू',
  'bots.list': 'रेटिङ सूची',
  'bots.workshop': 'कार्यशाला',
  'bots.lead': 'यहाँ खेल्ने प्रोग्रामहरू: हाम्रो इन्जिनका तह, र अरूले जोडेका बोटहरू।',
  'bots.write': 'आफ्नै बोट लेख्नुहोस्',
  'bots.ratings': 'रेटिङहरू',
  'bots.none': 'अहिले यहाँ कुनै बोट छैन।',
  'bots.away': 'यहाँ छैन',
  'bots.absent': 'यो साइटमा अनलाइन खेल छैन, त्यसैले कुनै बोट जोडिएको छैन। कार्यशाला भने चल्छ।',
  'bots.games': 'बोटहरूका पछिल्ला खेल',
  'bots.games.none': 'अझै कुनै खेल सकिएको छैन।',
  'bots.connect': 'बोट जोड्नुहोस्',
  'bots.connect.text':
    'जुनसुकै भाषामा लेखिएको प्रोग्राम यहाँ खेल्न सक्छ। साइट चलाउनेले तपाईंलाई टोकन दिन्छन्; त्यसपछि यो आदेशले तपाईंको प्रोग्राम जोड्छ:',
  'bots.connect.docs': '३० पङ्क्तिमा बोट लेख्ने तरिका {file} मा छ, जुन प्रोग्रामसँगै आउँछ।',
  'bots.connect.api': 'यस साइटको API',
};
