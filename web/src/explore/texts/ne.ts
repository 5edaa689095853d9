/** The page Explore, in Nepali. */

import type { ExploreTexts } from './en';

export const ne: ExploreTexts = {
  'explore.title': 'नतिजा',
  'explore.lead': 'हामीले दुवै खेल पूर्ण रूपमा हल गर्‍यौँ। नतिजा यहाँ छन्।',
  'explore.result.bagh-chal':
    'बाघचाल बराबरी हो। दुवै पक्षले उत्तम खेले बाघले तीन बाख्रा मार्छन्, र बाख्राले बाघ थुन्न सक्दैनन्।',
  'explore.result.aadu-puli':
    'आडु पुली आट्टम बराबरी हो। दुवै पक्षले उत्तम खेले कुनै बाख्रा मारिँदैन, र बाघ थुन्न सकिँदैन।',
  'explore.positions': '{count} अवस्था (सममित अवस्था एउटै गनेर, खेलमा नआउनेसमेत)',
  'explore.source.live': 'यही सेवाको तालिकाबाट।',
  'explore.source.stored': 'सुरक्षित प्रतिबाट: यस सेवामा तालिका छैन।',
  'explore.game': 'खेल',
  'explore.turn': 'पालो',
  'explore.table': 'सङ्ख्याहरू',
  'explore.placed': 'राखिएका बाख्रा',
  'explore.captured': 'मारिएका',
  'explore.position.count': 'अवस्था',
  'explore.draw': 'बराबरी',
  'explore.draw-with': 'बराबरी, {captures} मारिए',
  'explore.loading': 'खुल्दै छ',
  'explore.failed': 'यो खोल्न सकिएन: {reason}',

  'explore.outcomes': 'बाख्रा राख्ने चरण',
  'explore.outcomes.about':
    'राखिएका बाख्राको सङ्ख्याअनुसार बाघले जित्ने, बराबरी हुने र बाख्राले जित्ने अवस्थाको हिस्सा।',
  'explore.outcomes.label': 'राखिएका बाख्राअनुसार नतिजाको हिस्सा, पालो: {side}',
  'explore.sliding': 'बाख्रा चल्ने चरण',
  'explore.sliding.about': 'सबै बाख्रा राखिसकेपछि, मारिएका बाख्राको सङ्ख्याअनुसार।',
  'explore.sliding.label': 'मारिएका बाख्राअनुसार नतिजाको हिस्सा, पालो: {side}',

  'explore.distances': 'जित्न कति लाग्छ',
  'explore.distances.about':
    'चल्ने चरणका जित, अन्त्यसम्मका अर्धचालअनुसार; जित्नेले हतार गर्छ, हार्नेले ढिलो। मापन दस गुणाले बढ्छ: धेरैजसो जित छोटा छन्, केही भने धेरै लामा।',
  'explore.distances.tiger-win': 'बाघका जित',
  'explore.distances.goat-win': 'बाख्राका जित',
  'explore.distances.label': '{what}: अर्धचालअनुसार अवस्था, मारिएका बाख्राको हरेक सङ्ख्याको रेखा',
  'explore.plies': 'अर्धचाल',
  'explore.plies.range': '{from} देखि {to}',
  'explore.longest': 'सबैभन्दा लामो',

  'explore.games': 'सबैभन्दा लामा जित र उत्तम खेल',
  'explore.games.about': 'दुवै पक्ष उत्तम खेल्छन्। एक-एक चाल हेर्नुहोस्।',
  'explore.record.start': 'सुरुबाट उत्तम खेल',
  'explore.record.longest-tiger-win': 'बाघको सबैभन्दा लामो जित, {captured} मारिएका',
  'explore.record.longest-goat-win': 'बाख्राको सबैभन्दा लामो जित, {captured} मारिएका',
  'explore.record.first-tiger-on-b7': 'पहिलो बाघ B7 मा राखे बाख्रा जित्छन्',
  'explore.record.choose': 'हेर्ने खेल',
  'explore.record.at': '{of} मध्ये अर्धचाल {ply}',
  'explore.record.ply': 'अर्धचाल',
  'explore.record.first': 'सुरुमा',
  'explore.record.back': 'एक चाल पछाडि',
  'explore.record.next': 'एक चाल अगाडि',
  'explore.record.last': 'अन्त्यमा',
  'explore.record.analyse': 'विश्लेषण गर्नुहोस्',
  'explore.record.settled': 'यहाँ बराबरी टुङ्गियो: कुनै पक्ष अगाडि बढ्न सक्दैन।',

  'explore.papers': 'प्रकाशित सङ्ख्या र हाम्रा',
  'explore.papers.about':
    'लिम यु जिन र युर्ग निभरगेल्टले २००४ र २००९ मा बाघचालका सङ्ख्या प्रकाशित गरे। तालिकाले भन्न सक्ने सबै तुलना गरिएका छन्।',
  'explore.papers.none': 'हामीले जानेसम्म आडु पुली आट्टमका सङ्ख्या प्रकाशित छैनन्।',
  'explore.papers.sum': '{all} मध्ये {equal} ठ्याक्कै मिल्छन्।',
  'explore.papers.what': 'के',
  'explore.papers.printed': 'छापिएको',
  'explore.papers.ours': 'हाम्रो',
  'explore.papers.agreement': 'मेल',
  'explore.agreement.equal': 'बराबर',
  'explore.agreement.misprint': 'छपाइको गल्ती',
  'explore.agreement.estimate': 'अनुमान',
  'explore.agreement.part': 'एक भाग',
  'explore.agreement.differs': 'फरक',

  'explore.files': 'तालिका',
  'explore.files.about':
    'डाउनलोड गरेर आफ्नै प्रश्नको जवाफ खोज्नुहोस्; ढाँचा docs/FORMAT.md मा छ। ह्यास BLAKE3 हुन्।',
  'explore.files.state.ready': 'पूरै हल भयो: {size}।',
  'explore.files.state.solving': 'हल हुँदै छ: {percent} सकियो।',
  'explore.files.state.waiting': 'हल हुन पर्खँदै।',
  'explore.files.state.unsolved': 'यहाँ हल गरिएको छैन।',
  'explore.files.state.failed': 'हल हुन सकेन।',
  'explore.files.state.none': 'डाउनलोड गर्ने सेवा छैन। सेवाले दिने फाइलहरू: {size}।',
  'explore.files.left': 'करिब {time} बाँकी।',
  'explore.files.minutes.one': '{count} मिनेट',
  'explore.files.minutes.other': '{count} मिनेट',
  'explore.files.name': 'फाइल',
  'explore.files.size': 'आकार',
  'explore.files.hash': 'ह्यास',
  'explore.files.list.one': '{count} फाइल',
  'explore.files.list.other': '{count} फाइल',
  'explore.offline.title': 'अफलाइन प्रयोग',
  'explore.offline.about':
    'बाख्रा चल्ने चरणका सही मूल्य यस उपकरणमा राख्नुहोस् ({size})। त्यसपछि अफलाइन हुँदा पनि विश्लेषण र समीक्षाले तिनै प्रयोग गर्छन्।',
  'explore.offline.keep': 'अफलाइनका लागि राख्नुहोस्',
  'explore.offline.all.about':
    'अथवा सबै राख्नुहोस् ({size}): पहिलो चालदेखि अन्तिमसम्म, हरेक अवस्थाको सही मूल्य।',
  'explore.offline.all.more':
    'बाँकी पनि राख्नुहोस् ({size}): पहिलो चालदेखि अन्तिमसम्म, हरेक अवस्थाको सही मूल्य।',
  'explore.offline.all.keep': 'सबै राख्नुहोस्',
  'explore.offline.all.kept': 'यस उपकरणमा राखिएको छ ({size}): सबै सही मूल्य अफलाइन पनि पाइन्छन्।',
  'explore.offline.cancel': 'रद्द गर्नुहोस्',
  'explore.offline.busy': 'डाउनलोड हुँदै छ: {percent}',
  'explore.offline.kept':
    'यस उपकरणमा राखिएको छ ({size}): बाख्रा चल्ने चरणका सही मूल्य अफलाइन पनि पाइन्छन्।',
  'explore.offline.remove': 'हटाउनुहोस्',
  'explore.offline.failed': 'डाउनलोड भएन: {reason}',
};
